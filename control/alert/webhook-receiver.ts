// Webhooks and the secrets that sign their requests.
import { MAX_WEBHOOK_SECRET_LENGTH, MAX_WEBHOOK_SECRETS } from '#contract/limits.ts'
import type { webhookReceiver as operations } from '#contract/webhook-receiver.ts'
import type { webhookSecret as secretOperations } from '#contract/webhook-secret.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { invalidRequest, invalidValue, notFound } from '../frame/errors.ts'
import { assertFleet, assertFleetThing } from '../frame/fleet.ts'
import { purposeOf } from '../frame/sealer.ts'
import { newIdentity, uniquely, updateIdentity } from '../frame/identity.ts'
import { FLEET } from '../frame/subject.ts'
import { assertRoomFor, findReceiver, secretsOf, subscribe, subscriptionsOf } from './find-receiver.ts'

export const webhookReceiver = {
  async webhook_receiver_create(ctx, { body }) {
    assertFleet(ctx, 'admin')
    ctx.subject({ name: body.name }, FLEET)
    if (body.secrets.length === 0) throw invalidValue('secrets', 'a webhook needs at least one secret')
    if (body.secrets.length > MAX_WEBHOOK_SECRETS) throw tooManySecrets()
    await assertRoomFor(ctx, 'webhook')
    const row = { ...newIdentity(ctx, body), kind: 'webhook' as const, endpoint: body.endpoint, is_digest: false }
    await uniquely('alert-receiver', body.name, ctx.db.insertInto('alert_receiver').values(row).execute())
    ctx.subject(row, FLEET)
    for (const secret of body.secrets) await addSecret(ctx, row.id, secret)
    await subscribe(ctx, row.id, body.subscriptions)
    const subscriptions = (await subscriptionsOf(ctx.db, [row.id])).map((one) => one.subscription)
    return { ...row, subscriptions, secrets: await secretsOf(ctx.db, [row.id]) }
  },

  async webhook_receiver_update(ctx, { path, body }) {
    const row = ctx.subject(await findReceiver(ctx, path.receiver, 'webhook', 'admin'), FLEET)
    const endpoint = body.endpoint ?? row.endpoint
    await updateIdentity(ctx, 'alert_receiver', 'alert-receiver', row, body, { endpoint })
  },
} satisfies Handlers<keyof typeof operations>

const tooManySecrets = () => invalidRequest(`a webhook can have at most ${MAX_WEBHOOK_SECRETS} secrets`)

async function addSecret(ctx: Ctx, alert_receiver_id: string, secret: string) {
  if (secret.length === 0) throw invalidValue('secret', 'it is empty')
  if (secret.length > MAX_WEBHOOK_SECRET_LENGTH)
    throw invalidValue('secret', `it is longer than ${MAX_WEBHOOK_SECRET_LENGTH} characters`)
  const id = ctx.host.random.uuid()
  const sealed = await ctx.host.sealer.seal(secret, purposeOf('webhook_secret.secret', id))
  const row = { id, alert_receiver_id, secret: sealed, time_created: ctx.now }
  await ctx.db.insertInto('webhook_secret').values(row).execute()
  return row
}

export const webhookSecret = {
  async webhook_secrets_list(ctx, { query }) {
    const { id } = await findReceiver(ctx, query.receiver, 'webhook', 'viewer')
    return { secrets: await secretsOf(ctx.db, [id]) }
  },

  async webhook_secrets_add(ctx, { query, body }) {
    const receiver = ctx.subject(await findReceiver(ctx, query.receiver, 'webhook', 'admin'), FLEET)
    if ((await secretsOf(ctx.db, [receiver.id])).length >= MAX_WEBHOOK_SECRETS) throw tooManySecrets()
    return addSecret(ctx, receiver.id, body.secret)
  },

  async webhook_secrets_delete(ctx, { path: { secret_id } }) {
    assertFleetThing(ctx, 'webhook-secret', secret_id, 'admin')
    const secret = await ctx.db
      .selectFrom('webhook_secret')
      .innerJoin('alert_receiver', 'alert_receiver.id', 'alert_receiver_id')
      .select(['webhook_secret.id', 'alert_receiver_id', 'name'])
      .where('webhook_secret.id', '=', secret_id)
      .executeTakeFirst()
    if (!secret) throw notFound('webhook-secret', secret_id)
    ctx.subject({ id: secret.alert_receiver_id, name: secret.name }, FLEET)
    if ((await secretsOf(ctx.db, [secret.alert_receiver_id])).length === 1)
      throw invalidRequest('this is the only secret of the webhook: add another one first')
    await ctx.db.deleteFrom('webhook_secret').where('id', '=', secret_id).execute()
  },
} satisfies Handlers<keyof typeof secretOperations>
