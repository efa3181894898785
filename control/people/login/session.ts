// Local login and logout, and the sessions of users.
import { hex } from '../../frame/hex.ts'
import { type Ctx, type Handlers } from '../../frame/context.ts'
import type { RowOf } from '../../db/database.ts'
import { DatabaseFull } from '../../db/errors.ts'
import { notFound, unauthorized } from '../../frame/errors.ts'
import { networkOf } from '../../frame/client-network.ts'
import { page } from '../../frame/page.ts'
import { SESSION_HEADER } from '../../frame/ports/caller.ts'
import type { Passwords } from '../../frame/ports/secrets.ts'
import { endAccess } from '../access-end.ts'
import { ABSOLUTE_LIMIT, findCredential, IDLE_LIMIT, hashToken } from '../credential.ts'
import { attemptLogin, forgive } from './login-throttle.ts'
import { findManagedUser, isDisabled } from '../find-user.ts'
import { hasSecondFactor } from '../second-factor/passcode.ts'
import { secondFactorRequired } from './pending-login.ts'

/** Longer than that of any browser. */
const MAX_USER_AGENT_LENGTH = 256

/**
 * Always creates a new session, against session fixation: a token planted before login must not become a logged-in one.
 * Redirects to the location, if given.
 */
export async function openSession(ctx: Ctx, userId: string, location?: string): Promise<Response> {
  return (await openNamedSession(ctx, userId, location)).response
}

/** The identity provider that vouches for the user. */
export type Origin = Partial<Pick<RowOf<'session'>, 'oidc_provider_id' | 'saml_provider_id'>>

/** With the id of the session. */
export async function openNamedSession(ctx: Ctx, userId: string, location?: string, origin: Origin = {}) {
  // decided here for every way to sign in: the user may have been disabled since the password was checked
  if (await isDisabled(ctx.db, userId)) throw unauthorized()
  const token = hex(ctx.host.random.bytes(20))
  const row = {
    id: ctx.host.random.uuid(),
    token_hash: await hashToken(token),
    silo_user_id: userId,
    time_created: ctx.now,
    time_last_used: ctx.now,
    address: ctx.caller.address,
    user_agent: ctx.request.headers.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    ...origin,
  }
  // expired sessions of browsers that never came back
  const old = ctx.db.deleteFrom('session').where('silo_user_id', '=', userId)
  await old.where('time_created', '<', before(ctx, ABSOLUTE_LIMIT)).execute()
  await ctx.db.insertInto('session').values(row).execute()
  const headers = { 'x-request-id': ctx.requestId, [SESSION_HEADER]: token }
  const response =
    location === undefined
      ? new Response(null, { status: 204, headers })
      : new Response(null, { status: 303, headers: { ...headers, location } })
  return { sessionId: row.id, response }
}

export async function findLoginSilo(ctx: Pick<Ctx, 'db'>, name: string) {
  const silo = await ctx.db.selectFrom('silo').selectAll().where('name', '=', name).executeTakeFirst()
  if (!silo) throw notFound('silo', name)
  return silo
}

/**
 * On a full database the audit row may not fit. Users must still be able to sign in to free space, so the work is done without
 * the row, and the server log records it instead.
 */
export async function writeEvenIfFull<T>(ctx: Ctx, work: (ctx: Ctx, isFull: boolean) => Promise<T>): Promise<T> {
  try {
    return await ctx.write((inside) => work(inside, false))
  } catch (error) {
    if (!(error instanceof DatabaseFull)) throw error
    const result = await ctx.host.db.transaction((tx) => work({ ...ctx, db: tx }, true))
    const { operation, requestId: request_id, caller } = ctx
    ctx.host.log.error('the database is full: an audit row is missing', {
      operation,
      request_id,
      address: caller.address,
    })
    return result
  }
}

const unknownUsersHashes = new WeakMap<Passwords, Promise<string>>()

/** Stands in for the hash of a user who does not exist. */
function unknownUsersHash(passwords: Passwords): Promise<string> {
  const hash = unknownUsersHashes.get(passwords) ?? passwords.hash('nobody has this password')
  unknownUsersHashes.set(passwords, hash)
  return hash
}

export const session = {
  login_local: {
    async outside(ctx, { path, body }) {
      const silo = await findLoginSilo(ctx, path.silo_name)
      if (silo.identity_mode !== 'local_only') throw notFound('identity-provider', 'local')
      const user = await ctx.db
        .selectFrom('silo_user')
        .select(['id', 'password_hash', 'time_disabled'])
        .where('silo_id', '=', silo.id)
        .where('external_id', '=', body.username)
        .executeTakeFirst()
      ctx.subject({ id: user?.id, name: body.username }, { silo_id: silo.id })
      const attempt = { silo_id: silo.id, username: body.username, address: ctx.caller.address }
      const isRight = await attemptLogin(ctx.host, attempt, async () => {
        // an unknown user takes as long as a wrong password, so response times do not reveal names
        const unknown = unknownUsersHash(ctx.host.passwords)
        const hash = user?.password_hash ?? (await unknown)
        const matches = await ctx.host.passwords.verify(hash, body.password, networkOf(ctx.caller.address))
        // the answer does not reveal that a user is disabled
        return matches && Boolean(user?.password_hash) && user?.time_disabled === null
      })
      if (!isRight || !user) throw unauthorized()
      // failures are forgiven only after the second factor; otherwise a known password would allow guessing codes without limit
      if (await hasSecondFactor(ctx.db, user.id)) throw await secondFactorRequired(ctx, user)
      return writeEvenIfFull(ctx, async (inside, isFull) => {
        if (!isFull) await forgive(inside.db, ctx.host.clock.now(), attempt)
        return openSession(inside, user.id)
      })
    },
  },

  logout: {
    /** Anyone can call this any number of times, so it writes only when there is a session or token to end. */
    async outside(ctx) {
      const answer = new Response(null, {
        status: 204,
        headers: { 'x-request-id': ctx.requestId, [SESSION_HEADER]: '' },
      })
      const ending = await findCredential(ctx.db, ctx.request, ctx.caller).catch(() => undefined)
      if (!ending) return answer
      const { id, external_id: name, silo_id, credential_id } = ending.row
      const end = async (inside: Ctx) => {
        inside.subject({ id, name }, { silo_id })
        const table = ending.kind === 'session_cookie' ? 'session' : 'device_access_token'
        await inside.db.deleteFrom(table).where('id', '=', credential_id).execute()
      }
      await writeEvenIfFull(ctx, end).catch((error: unknown) => {
        // the browser must drop the cookie in any case; the session then expires on its own
        if (!(error instanceof DatabaseFull)) throw error
        ctx.host.log.error('the database is full: a session was not deleted', { request_id: ctx.requestId })
      })
      return answer
    },
  },

  async user_session_list(ctx, { path, query }) {
    const user = await findManagedUser(ctx, path.user_id)
    return page(query, sessionsOf(ctx, user.id), 'session')
  },

  async user_logout(ctx, { path }) {
    const { id } = ctx.subject(await findManagedUser(ctx, path.user_id))
    await endAccess(ctx.db, id)
  },
} satisfies Handlers<'login_local' | 'logout' | 'user_session_list' | 'user_logout'>

/** Selects the sessions that have not expired. */
export const sessionsOf = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('session')
    .select(['id', 'time_created', 'time_last_used', 'address', 'user_agent'])
    .where('silo_user_id', '=', userId)
    .where('time_created', '>=', before(ctx, ABSOLUTE_LIMIT))
    .where('time_last_used', '>=', before(ctx, IDLE_LIMIT))

const before = (ctx: Ctx, milliseconds: number) => new Date(Date.parse(ctx.now) - milliseconds).toISOString()
