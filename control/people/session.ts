// Authentication: session cookies and bearer tokens, stored only as hashes; local login and logout.
import { hex } from '../frame/hex.ts'
import { loadActor, type Actor, type Credential as AuthCredential, type Identity } from '../frame/authz.ts'
import type { Ctx, Handlers, Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { DatabaseFull } from '../db/errors.ts'
import { prepared } from '../db/prepared.ts'
import { remember } from '../db/remember.ts'
import { notFound, unauthorized } from '../frame/errors.ts'
import { attemptLogin, forgive } from './login-throttle.ts'
import { SESSION_HEADER, type Caller, type Passwords } from '../frame/ports.ts'
import { networkOf } from '../frame/client-network.ts'

const MINUTE = 60_000
const IDLE_LIMIT = 480 * MINUTE
const ABSOLUTE_LIMIT = 1440 * MINUTE
/** Last use is recorded once a minute rather than on every request. */
const REFRESH_INTERVAL_MS = MINUTE

export async function hashToken(token: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
}

/** Runs after the request: its transaction may roll back, and SQLite cannot open a second one meanwhile. */
export type Later = (work: (tx: Queries) => Promise<unknown>) => void

const sessionOf = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('session')
    .innerJoin('silo_user', 'silo_user.id', 'session.silo_user_id')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select(['session.id as session_id', 'session.time_created', 'session.time_last_used'])
    .select(['silo_user.id', 'silo_user.external_id', 'silo_user.silo_id'])
    .select(['silo.name as silo_name', 'silo.mapped_fleet_roles'])
    .where('session.token_hash', '=', hash),
)

const tokenOf = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('device_access_token')
    .innerJoin('silo_user', 'silo_user.id', 'device_access_token.silo_user_id')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select('device_access_token.id as token_id')
    .select(['silo_user.id', 'silo_user.external_id', 'silo_user.silo_id'])
    .select(['silo.name as silo_name', 'silo.mapped_fleet_roles'])
    .where('device_access_token.token_hash', '=', hash),
)

/** A user, and the session if that is the credential. Tokens do not expire: they are deleted with their user. */
interface Known extends Identity {
  token_id?: string
  session_id?: string
  time_created?: string
  time_last_used?: string
}

interface Credential {
  key: string
  find(db: Queries): Promise<Known | undefined>
}

/** The first scheme with credentials decides. */
function credentialOf(request: Pick<Request, 'headers'>, caller: Caller): Credential | undefined {
  const { session } = caller
  if (session)
    return {
      key: `session ${session}`,
      find: async (db) => (await sessionOf(db, { hash: await hashToken(session) }))[0],
    }
  const bearer = /^bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!bearer) return undefined
  if (!/^rw-token-[0-9a-f]{40}$/.test(bearer)) throw unauthorized()
  return {
    key: `token ${bearer}`,
    find: async (db) => (await tokenOf(db, { hash: await hashToken(bearer) }))[0],
  }
}

async function find({ find }: Credential, db: Queries): Promise<Known> {
  const known = await find(db)
  if (!known) throw unauthorized()
  return known
}

/** The caller with all roles. Invalid credentials are refused; none at all means anonymous. */
export async function authenticate(
  host: Pick<Host, 'clock' | 'db'>,
  db: Queries,
  request: Pick<Request, 'headers'>,
  caller: Caller,
  later?: Later,
): Promise<Actor | undefined> {
  const credential = credentialOf(request, caller)
  if (!credential) return undefined
  const load = async () => {
    const known = await find(credential, db)
    return { known, actor: await loadActor(db, known) }
  }
  // a write reads them in its own transaction, so that it cannot miss a concurrent change
  const { known, actor } = await (db === host.db.read ? remember(host.db, credential.key, load) : load())
  const session_expires = checkSession(host, known, later)
  const { session_id, token_id } = known
  const used: AuthCredential = session_id
    ? { kind: 'session_cookie', id: session_id }
    : { kind: 'access_token', id: token_id! }
  return { session_expires, ...actor, credential: used }
}

/** Whether the caller is known, for one lookup. Invalid credentials are refused. */
export async function recognize(
  host: Pick<Host, 'clock' | 'db'>,
  request: Pick<Request, 'headers'>,
  caller: Caller,
  later?: Later,
): Promise<boolean> {
  const credential = credentialOf(request, caller)
  if (!credential) return false
  checkSession(host, await find(credential, host.db.read), later)
  return true
}

/** When the session ends; undefined for a token. */
function checkSession(
  host: Pick<Host, 'clock'>,
  { session_id, time_created, time_last_used }: Known,
  later: Later = () => undefined,
): number | undefined {
  if (!session_id || !time_created || !time_last_used) return undefined
  const now = host.clock.now().getTime()
  const [created, used] = [Date.parse(time_created), Date.parse(time_last_used)]
  const session_expires = Math.min(used + IDLE_LIMIT, created + ABSOLUTE_LIMIT)
  if (now > session_expires) {
    later((tx) => tx.deleteFrom('session').where('id', '=', session_id).execute())
    throw unauthorized()
  }
  if (now - used > REFRESH_INTERVAL_MS) {
    const time_last_used = new Date(now).toISOString()
    later((tx) => tx.updateTable('session').set({ time_last_used }).where('id', '=', session_id).execute())
  }
  return session_expires
}

/**
 * Always creates a new session, against session fixation: a token planted before login must not become a logged-in one.
 * Redirects to the location, if given.
 */
export async function openSession(ctx: Ctx, userId: string, location?: string): Promise<Response> {
  const token = hex(ctx.host.random.bytes(20))
  const row = {
    id: ctx.host.random.uuid(),
    token_hash: await hashToken(token),
    silo_user_id: userId,
    time_created: ctx.now,
    time_last_used: ctx.now,
  }
  // expired sessions of browsers that never came back
  const ended = new Date(Date.parse(ctx.now) - ABSOLUTE_LIMIT).toISOString()
  const old = ctx.db.deleteFrom('session').where('silo_user_id', '=', userId).where('time_created', '<', ended)
  await old.execute()
  await ctx.db.insertInto('session').values(row).execute()
  const headers = { 'x-request-id': ctx.requestId, [SESSION_HEADER]: token }
  return location === undefined
    ? new Response(null, { status: 204, headers })
    : new Response(null, { status: 303, headers: { ...headers, location } })
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
async function writeEvenIfFull<T>(ctx: Ctx, work: (ctx: Ctx, isFull: boolean) => Promise<T>): Promise<T> {
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
        .select(['id', 'password_hash'])
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
        return matches && Boolean(user?.password_hash)
      })
      if (!isRight || !user) throw unauthorized()
      return writeEvenIfFull(ctx, async (inside, isFull) => {
        if (!isFull) await forgive(inside.db, ctx.host.clock.now(), attempt)
        return openSession(inside, user.id)
      })
    },
  },

  logout: {
    /** Anyone can call this any number of times, so it writes only when there is a session to end. */
    async outside(ctx) {
      const answer = new Response(null, {
        status: 204,
        headers: { 'x-request-id': ctx.requestId, [SESSION_HEADER]: '' },
      })
      if (!ctx.caller.session) return answer
      const hash = await hashToken(ctx.caller.session)
      const [ending] = await sessionOf(ctx.db, { hash })
      if (!ending) return answer
      const { id, external_id: name, silo_id } = ending
      const end = async (inside: Ctx) => {
        inside.subject({ id, name }, { silo_id })
        await inside.db.deleteFrom('session').where('token_hash', '=', hash).execute()
      }
      await writeEvenIfFull(ctx, end).catch((error: unknown) => {
        // the browser must drop the cookie in any case; the session then expires on its own
        if (!(error instanceof DatabaseFull)) throw error
        ctx.host.log.error('the database is full: a session was not deleted', { request_id: ctx.requestId })
      })
      return answer
    },
  },
} satisfies Handlers<'login_local' | 'logout'>
