// Members' own e-mail alerts: of a project they can read, or of their silo if they administer it. Each is a receiver of its owner;
// reconcile/alert-delivery.ts sends to it only while the owner still has the role.
import { projectAlertClasses, siloAlertClasses } from '#contract/alert-classes.ts'
import type { alertSubscription as operations } from '#contract/alert-subscription.ts'
import { MAX_ALERT_SUBSCRIPTIONS } from '#contract/limits.ts'
import { atLeast, loadActor, mayProject, type Actor } from '../frame/authz.ts'
import type { Queries } from '../db/database.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { forbidden, invalidRequest, invalidValue, notFound } from '../frame/errors.ts'
import { findProject } from '../frame/lookup.ts'
import { hashToken } from '../people/credential.ts'
import { subscribe, subscriptionsOf, type ReceiverRow } from './find-receiver.ts'
import {
  addressOf,
  addressesOf,
  askForMail,
  getsAlerts,
  requireConfirmation,
  type MemberAddress,
} from './member-address.ts'
import { senderOf } from './sender-of.ts'

async function shown(db: Queries, rows: readonly ReceiverRow[]) {
  const all = await subscriptionsOf(
    db,
    rows.map((row) => row.id),
  )
  const addresses = await addressesOf(
    db,
    rows.map((row) => row.silo_user_id),
  )
  const addressOfRow = ({ silo_user_id, endpoint }: ReceiverRow) =>
    addresses.find((one) => one.silo_user_id === silo_user_id && one.address === endpoint)
  return rows.map((row) => ({
    ...row,
    ...shownAddress(addressOfRow(row)),
    scope: row.project_id === null ? ('silo' as const) : ('project' as const),
    address: row.endpoint,
    digest: row.is_digest,
    classes: all.filter((one) => one.alert_receiver_id === row.id).map((one) => one.subscription),
  }))
}

const shownAddress = (row: MemberAddress | undefined) => ({
  address_state: row?.time_confirmed ? ('confirmed' as const) : ('unconfirmed' as const),
  time_confirmed: row?.time_confirmed ?? null,
  time_confirmation_sent: row?.time_sent ?? null,
  sends_until: row?.time_confirmed ? null : (row?.grace_until ?? null),
})

const mine = (ctx: Ctx) => ctx.db.selectFrom('alert_receiver').selectAll().where('silo_user_id', '=', actorOf(ctx).id)

/** Finds a subscription of the caller. Those of other users are not found. */
async function findMine(ctx: Ctx, id: string): Promise<ReceiverRow> {
  const row = await mine(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('alert-subscription', id)
  return ctx.subject(row, { silo_id: row.silo_id, project_id: row.project_id })
}

async function setClasses(ctx: Ctx, id: string, projectId: string | null, classes: readonly string[]): Promise<void> {
  const allowed: readonly string[] = projectId === null ? siloAlertClasses : projectAlertClasses
  const other = classes.find((one) => !allowed.includes(one))
  if (other) throw invalidValue('classes', `${other} concerns no single project`)
  if (classes.length === 0) throw invalidValue('classes', 'at least one alert class is required')
  await ctx.db.deleteFrom('alert_receiver_subscription').where('alert_receiver_id', '=', id).execute()
  await subscribe(ctx, id, classes)
}

/** Whether the owner may still get the alerts of this subscription, at this address. */
export async function mayReceive(db: Queries, receiver: ReceiverRow, now: string): Promise<boolean> {
  if (!getsAlerts(await addressOf(db, receiver), now)) return false
  const user = await db
    .selectFrom('silo_user')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select(['silo_user.id', 'silo_user.external_id', 'silo_user.silo_id'])
    .select(['silo.name as silo_name', 'silo.mapped_fleet_roles'])
    .where('silo_user.id', '=', receiver.silo_user_id)
    .where('silo_user.time_disabled', 'is', null)
    .executeTakeFirst()
  return user !== undefined && mayFollow(await loadActor(db, user), receiver.silo_id, receiver.project_id)
}

const mayFollow = (actor: Actor, silo: string | null, project: string | null) =>
  project === null
    ? actor.silo_id === silo && atLeast(actor.silo, 'admin')
    : mayProject(actor, { id: project, silo_id: silo ?? '' }, 'read')

export const alertSubscription = {
  async alert_subscription_list(ctx) {
    return { items: await shown(ctx.db, await mine(ctx).orderBy('id').execute()) }
  },

  async alert_subscription_create(ctx, { body }) {
    const actor = actorOf(ctx)
    const project = body.project ? await findProject(ctx, body.project, 'read') : undefined
    const place = { silo_id: actor.silo_id, project_id: project?.id ?? null }
    const id = ctx.host.random.uuid()
    ctx.subject({ id }, place)
    if (!mayFollow(actor, place.silo_id, place.project_id)) throw forbidden()
    if ((await mine(ctx).limit(MAX_ALERT_SUBSCRIPTIONS).execute()).length >= MAX_ALERT_SUBSCRIPTIONS)
      throw invalidRequest(`you can have at most ${MAX_ALERT_SUBSCRIPTIONS} subscriptions`)
    const values = {
      ...place,
      id,
      // names are unique, and this one has none of its own
      name: id,
      description: '',
      kind: 'member' as const,
      endpoint: body.address,
      is_digest: body.digest,
      silo_user_id: actor.id,
      time_created: ctx.now,
      time_modified: ctx.now,
    }
    const row = await ctx.db.insertInto('alert_receiver').values(values).returningAll().executeTakeFirstOrThrow()
    await setClasses(ctx, id, place.project_id, body.classes)
    await requireConfirmation(ctx, actor.id, body.address)
    return (await shown(ctx.db, [row]))[0]!
  },

  async alert_subscription_update(ctx, { path, body }) {
    const { id, project_id } = await findMine(ctx, path.subscription_id)
    const changes = { endpoint: body.address, is_digest: body.digest, time_modified: ctx.now }
    const update = ctx.db.updateTable('alert_receiver').set(changes).where('id', '=', id)
    const row = await update.returningAll().executeTakeFirstOrThrow()
    await setClasses(ctx, id, project_id, body.classes)
    await requireConfirmation(ctx, actorOf(ctx).id, body.address)
    return (await shown(ctx.db, [row]))[0]!
  },

  async alert_subscription_confirmation_send(ctx, { path }) {
    const row = await findMine(ctx, path.subscription_id)
    senderOf(ctx)
    const known = await addressOf(ctx.db, row)
    if (known?.time_confirmed) throw invalidRequest(`${row.endpoint} is already confirmed`)
    await askForMail(ctx, actorOf(ctx).id, row.endpoint, known)
    return (await shown(ctx.db, [row]))[0]!
  },

  async alert_subscription_confirm(ctx, { body }) {
    const row = await ctx.db
      .selectFrom('member_address')
      .innerJoin('silo_user', 'silo_user.id', 'member_address.silo_user_id')
      .selectAll('member_address')
      .select('silo_user.silo_id')
      .where('token_hash', '=', await hashToken(body.token.trim()))
      .where('time_expires', '>', ctx.now)
      .executeTakeFirst()
    // unknown, used, replaced and expired: who guesses learns nothing
    if (!row) throw invalidRequest('this link or code is not valid, or not any more')
    ctx.subject({ id: row.silo_user_id }, { silo_id: row.silo_id })
    const spent = { token_hash: null, time_expires: null, time_due: null, grace_until: null }
    const update = ctx.db.updateTable('member_address').set({ ...spent, time_confirmed: ctx.now })
    await update.where('silo_user_id', '=', row.silo_user_id).where('address', '=', row.address).execute()
    return { address: row.address }
  },

  async alert_subscription_delete(ctx, { path }) {
    const { id } = await findMine(ctx, path.subscription_id)
    await ctx.db.deleteFrom('alert_receiver').where('id', '=', id).execute()
  },
} satisfies Handlers<keyof typeof operations>
