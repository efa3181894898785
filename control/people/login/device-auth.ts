// Device login (RFC 8628): a device requests a code, a signed-in user confirms it, the device gets a token. The token is derived
// from the device code with a one-way function, so the device can fetch it again although only its hash is stored.
import type { deviceAuth as operations } from '#contract/device-auth.ts'
import { actorOf, type Ctx, type Handlers } from '../../frame/context.ts'
import { Failure, invalidRequest, notFound, OauthFailure } from '../../frame/errors.ts'
import { json } from '../../frame/respond.ts'
import { FLEET } from '../../frame/subject.ts'
import { hashToken } from '../credential.ts'
import { isTooSoon } from './device-polls.ts'
import { insertToken } from '../new-token.ts'
import { networkOf } from '../../frame/client-network.ts'
import { hex } from '../../frame/hex.ts'

const SECOND = 1000
const EXPIRES_IN = 300
/** How long an expired code is kept, so that its device gets a clear refusal. */
const EXPIRED_RETENTION_MS = 24 * 3600 * SECOND
/** Pending requests per address, so that nobody can fill the table without logging in. */
const MAX_PENDING_REQUESTS = 500

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'
/** Without vowels codes cannot spell words, and none of these letters looks like a digit. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

export const deviceAuth = {
  async device_auth_request(ctx, { body }) {
    const address = networkOf(ctx.caller.address)
    await makeRoom(ctx, address)
    const device_code = hex(ctx.host.random.bytes(20))
    const user_code = await freeUserCode(ctx)
    const row = {
      token_hash: await hashToken(await tokenOf(device_code)),
      user_code,
      client_id: body.client_id,
      address,
      time_created: ctx.now,
      time_expires: later(ctx, EXPIRES_IN * SECOND),
      name: body.name ?? null,
      ttl_seconds: body.ttl_seconds ?? null,
    }
    await ctx.db.insertInto('device_auth_request').values(row).execute()
    ctx.subject({ name: body.client_id }, FLEET)
    const { request, caller } = ctx
    const host = request.headers.get('host') ?? new URL(request.url).host
    return json(200, ctx.requestId, {
      device_code,
      user_code: `${user_code.slice(0, 4)}-${user_code.slice(4)}`,
      verification_uri: `${caller.secure ? 'https' : 'http'}://${host}/device/verify`,
      expires_in: EXPIRES_IN,
    })
  },

  async device_auth_confirm(ctx, { body }) {
    const actor = actorOf(ctx)
    // users type the code by hand
    const user_code = body.user_code.toUpperCase().replaceAll(/[\s-]/g, '')
    const row = await ctx.db
      .selectFrom('device_auth_request')
      .selectAll()
      .where('user_code', '=', user_code)
      .executeTakeFirst()
    if (!row) throw notFound('device-auth-request', body.user_code)
    if (row.time_expires <= ctx.now) throw invalidRequest('device authorization request expired')
    const { token_hash, client_id, time_created: time_requested, ttl_seconds } = row
    await ctx.db.deleteFrom('device_auth_request').where('token_hash', '=', token_hash).execute()
    const { id, name } = await insertToken(ctx, {
      token_hash,
      silo_user_id: actor.id,
      silo_id: actor.silo_id,
      name: row.name ?? '',
      ttl_seconds,
      device: { client_id, time_requested },
    })
    ctx.subject({ id, name: name || null }, { silo_id: actor.silo_id })
  },

  async device_access_token(ctx, { body }) {
    if (body.grant_type !== GRANT_TYPE) throw new OauthFailure('unsupported_grant_type')
    const access_token = await tokenOf(body.device_code)
    const token_hash = await hashToken(access_token)
    const asked = { token_hash, client_id: body.client_id }
    const token = ctx.db
      .selectFrom('device_access_token')
      .select('id')
      .where((is) => is.and(asked))
      .where((is) => is.or([is('time_expires', 'is', null), is('time_expires', '>', ctx.now)]))
    if (await token.executeTakeFirst()) return json(200, ctx.requestId, { access_token, token_type: 'bearer' })
    const request = ctx.db
      .selectFrom('device_auth_request')
      .select('time_expires')
      .where((is) => is.and(asked))
    const waiting = await request.executeTakeFirst()
    if (waiting && waiting.time_expires <= ctx.now) throw new OauthFailure('access_denied')
    throw new OauthFailure(waiting && isTooSoon(ctx.host, token_hash) ? 'slow_down' : 'authorization_pending')
  },
} satisfies Handlers<keyof typeof operations>

const tokenOf = async (deviceCode: string) =>
  `rw-token-${(await hashToken(`rackwright access token ${deviceCode}`)).slice(0, 40)}`

const later = (ctx: Ctx, milliseconds: number) => new Date(Date.parse(ctx.now) + milliseconds).toISOString()

async function makeRoom(ctx: Ctx, address: string): Promise<void> {
  const requests = ctx.db.selectFrom('device_auth_request')
  await ctx.db
    .deleteFrom('device_auth_request')
    .where('time_expires', '<=', later(ctx, -EXPIRED_RETENTION_MS))
    .execute()
  const { waiting } = await requests
    .select((is) => is.fn.countAll<number>().as('waiting'))
    .where('address', '=', address)
    .where('time_expires', '>', ctx.now)
    .executeTakeFirstOrThrow()
  if (Number(waiting) >= MAX_PENDING_REQUESTS)
    throw new Failure(undefined, 'too many devices are waiting to be confirmed; try again in a few minutes', 429, {
      'retry-after': String(EXPIRES_IN),
    })
}

async function freeUserCode(ctx: Ctx): Promise<string> {
  for (;;) {
    const user_code = randomLetters(ctx, 8)
    const taken = await ctx.db
      .selectFrom('device_auth_request')
      .select('user_code')
      .where('user_code', '=', user_code)
      .executeTakeFirst()
    if (!taken) return user_code
  }
}

function randomLetters(ctx: Ctx, count: number): string {
  let text = ''
  while (text.length < count) {
    const [byte = 0] = ctx.host.random.bytes(1)
    // 256 is not a multiple of 20: a plain remainder would favor some letters
    if (byte < 240) text += LETTERS[byte % 20]
  }
  return text
}
