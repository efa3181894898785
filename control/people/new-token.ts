// Creates access tokens: for confirmed devices, for users and for service accounts.
import type { TokenScope } from '../frame/authz.ts'
import { actorOf, type Ctx } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { isDisabled } from './find-user.ts'

/** Per user, so that a program that creates one per run does not fill the table. */
const MAX_TOKENS = 1000

interface NewToken extends Partial<TokenScope> {
  token_hash: string
  silo_user_id: string
  silo_id: string
  name: string
  ttl_seconds: number | null
  /** The device that asked for it, and when. */
  device?: { client_id: string; time_requested: string }
}

export async function insertToken(ctx: Ctx, { silo_id, ttl_seconds, device, ...token }: NewToken) {
  if (await isDisabled(ctx.db, token.silo_user_id)) throw invalidRequest('the user is disabled')
  await makeRoom(ctx, token.silo_user_id)
  const id = ctx.host.random.uuid()
  const row = {
    id,
    read_only: false,
    project_id: null,
    role: null,
    ...token,
    ...(await originOf(ctx)),
    client_id: device?.client_id ?? id,
    time_requested: device?.time_requested ?? ctx.now,
    time_created: ctx.now,
    time_expires: await expiryOf(ctx, silo_id, ttl_seconds),
    time_last_used: null,
  }
  await ctx.db.insertInto('device_access_token').values(row).execute()
  return row
}

/** The identity provider through which the caller came, whoever the token is for: it must not outlive the provider. */
async function originOf(ctx: Ctx) {
  const { credential } = actorOf(ctx)
  const row = await ctx.db
    .selectFrom(credential?.kind === 'session_cookie' ? 'session' : 'device_access_token')
    .select(['oidc_provider_id', 'saml_provider_id'])
    .where('id', '=', credential?.id ?? '')
    .executeTakeFirst()
  return row ?? { oidc_provider_id: null, saml_provider_id: null }
}

async function makeRoom(ctx: Ctx, silo_user_id: string): Promise<void> {
  const table = 'device_access_token'
  await ctx.db.deleteFrom(table).where('silo_user_id', '=', silo_user_id).where('time_expires', '<=', ctx.now).execute()
  const { count } = await ctx.db
    .selectFrom(table)
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('silo_user_id', '=', silo_user_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_TOKENS)
    throw invalidRequest(`a user can have at most ${MAX_TOKENS} access tokens; revoke some first`)
}

/** The earliest of what was asked for, what the silo allows, and the end of the token that creates this one. */
async function expiryOf(ctx: Ctx, silo_id: string, ttl_seconds: number | null): Promise<string | null> {
  const { device_token_max_ttl_seconds: limit } = await ctx.db
    .selectFrom('silo')
    .select('device_token_max_ttl_seconds')
    .where('id', '=', silo_id)
    .executeTakeFirstOrThrow()
  const { credential, expires } = actorOf(ctx)
  const after = (seconds: number | null) => (seconds === null ? [] : [Date.parse(ctx.now) + seconds * 1000])
  // whoever finds a token that expires must not be able to exchange it for one that does not
  const own = credential?.kind === 'access_token' && expires !== undefined ? [expires] : []
  const ends = [...after(ttl_seconds), ...after(limit), ...own]
  return ends.length === 0 ? null : new Date(Math.min(...ends)).toISOString()
}
