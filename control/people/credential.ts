// Authentication by session cookie or access token. Both are stored only as hashes.
import type { ExpressionBuilder } from 'kysely'
import { hex } from '../frame/hex.ts'
import { loadActor, type Actor, type Credential, type Identity, type TokenScope } from '../frame/authz.ts'
import type { Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { prepared } from '../db/prepared.ts'
import { remember } from '../db/remember.ts'
import { unauthorized } from '../frame/errors.ts'
import type { Caller } from '../frame/ports/caller.ts'
import { limitTo } from '../frame/token-scope.ts'

const MINUTE = 60_000
export const IDLE_LIMIT = 480 * MINUTE
export const ABSOLUTE_LIMIT = 1440 * MINUTE
/** Last use is recorded once a minute rather than on every request. */
const REFRESH_INTERVAL_MS = MINUTE

export async function hashToken(token: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
}

/** Runs after the request: its transaction may roll back, and SQLite cannot open a second one meanwhile. */
export type Later = (work: (tx: Queries) => Promise<unknown>) => void

const firstPasskey = (is: ExpressionBuilder<Schema, 'silo_user'>) =>
  is
    .selectFrom('passkey')
    .select((of) => of.fn.min('passkey.time_created').as('first'))
    .whereRef('passkey.silo_user_id', '=', 'silo_user.id')

const sessionOf = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('session')
    .innerJoin('silo_user', 'silo_user.id', 'session.silo_user_id')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select(['session.id as credential_id', 'session.time_created', 'session.time_last_used'])
    .select(['silo_user.id', 'silo_user.external_id', 'silo_user.silo_id', 'silo_user.time_password_due'])
    .select(['silo.name as silo_name', 'silo.mapped_fleet_roles', 'silo.time_second_factor_required'])
    .leftJoin('totp', 'totp.silo_user_id', 'silo_user.id')
    .select('totp.time_confirmed as time_enrolled')
    .select((is) => firstPasskey(is).as('time_passkey'))
    .where('session.token_hash', '=', hash)
    .where('silo_user.time_disabled', 'is', null),
)

const tokenOf = prepared((db, { hash }: { hash: string }) =>
  db
    .selectFrom('device_access_token as token')
    .innerJoin('silo_user', 'silo_user.id', 'token.silo_user_id')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select(['token.id as credential_id', 'token.name', 'token.time_expires', 'token.time_last_used'])
    .select(['token.read_only', 'token.project_id', 'token.role'])
    .select(['silo_user.id', 'silo_user.external_id', 'silo_user.silo_id', 'silo_user.time_password_due'])
    .select(['silo.name as silo_name', 'silo.mapped_fleet_roles', 'silo.time_second_factor_required'])
    .leftJoin('totp', 'totp.silo_user_id', 'silo_user.id')
    .select('totp.time_confirmed as time_enrolled')
    .select((is) => firstPasskey(is).as('time_passkey'))
    .leftJoin('service_account', 'service_account.id', 'silo_user.id')
    .select('service_account.id as service_account_id')
    .where('token.token_hash', '=', hash)
    .where('silo_user.time_disabled', 'is', null),
)

type SessionRow = Awaited<ReturnType<typeof sessionOf>>[number]
type TokenRow = Awaited<ReturnType<typeof tokenOf>>[number]
/** A user with the session or token that the request presents. */
export type Known =
  | { kind: 'session_cookie'; row: SessionRow & Identity }
  | { kind: 'access_token'; row: TokenRow & Identity & TokenScope }

interface Presented {
  key: string
  find(db: Queries): Promise<Known | undefined>
}

/** The first scheme with credentials decides. */
function presented(request: Pick<Request, 'headers'>, caller: Caller): Presented | undefined {
  const { session } = caller
  if (session)
    return {
      key: `session ${session}`,
      async find(db) {
        const [row] = await sessionOf(db, { hash: await hashToken(session) })
        return row && { kind: 'session_cookie', row }
      },
    }
  const bearer = /^bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!bearer) return undefined
  if (!/^rw-token-[0-9a-f]{40}$/.test(bearer)) throw unauthorized()
  return {
    key: `token ${bearer}`,
    async find(db) {
      const [row] = await tokenOf(db, { hash: await hashToken(bearer) })
      return row && { kind: 'access_token', row }
    },
  }
}

/** The session or token of the request, expired or not; undefined if there is none. */
export const findCredential = async (db: Queries, request: Pick<Request, 'headers'>, caller: Caller) =>
  presented(request, caller)?.find(db)

async function find({ find }: Presented, db: Queries): Promise<Known> {
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
  const asked = presented(request, caller)
  if (!asked) return undefined
  const load = async () => {
    const known = await find(asked, db)
    const credential: Credential = { kind: known.kind, id: known.row.credential_id }
    const owner: Actor = { ...(await loadActor(db, known.row)), credential }
    return { known, actor: known.kind === 'access_token' ? limitTo(known.row, owner) : owner }
  }
  // a write reads them in its own transaction, so that it cannot miss a concurrent change
  const { known, actor } = await (db === host.db.read ? remember(host.db, asked.key, load) : load())
  const expires = checkExpiry(host, known, later)
  const mustChangePassword = known.row.time_password_due !== null
  const enrollment = missingEnrollment(known, host.clock.now())
  return {
    ...actor,
    ...(expires !== undefined && { expires }),
    ...(mustChangePassword && { mustChangePassword }),
    ...enrollment,
  }
}

/** For users without a second factor whose silo requires one, now or later. Service accounts cannot sign in, so they need none. */
function missingEnrollment({ kind, row }: Known, now: Date): Pick<Actor, 'mustEnroll' | 'mustEnrollFrom'> | undefined {
  const { time_second_factor_required: from, time_enrolled, time_passkey } = row
  if (from === null || time_enrolled !== null || time_passkey !== null) return undefined
  if (kind === 'access_token' && row.service_account_id !== null) return undefined
  return Date.parse(from) > now.getTime() ? { mustEnrollFrom: from } : { mustEnroll: true }
}

/** Whether the caller is known, for one lookup. Invalid credentials are refused. */
export async function recognize(
  host: Pick<Host, 'clock' | 'db'>,
  request: Pick<Request, 'headers'>,
  caller: Caller,
  later?: Later,
): Promise<boolean> {
  const asked = presented(request, caller)
  if (!asked) return false
  checkExpiry(host, await find(asked, host.db.read), later)
  return true
}

/** When a session expires unless it is used. */
export const sessionExpiry = ({ time_created, time_last_used }: Pick<SessionRow, 'time_created' | 'time_last_used'>) =>
  Math.min(Date.parse(time_last_used) + IDLE_LIMIT, Date.parse(time_created) + ABSOLUTE_LIMIT)

const expiryOf = ({ kind, row }: Known) =>
  kind === 'session_cookie' ? sessionExpiry(row) : row.time_expires === null ? undefined : Date.parse(row.time_expires)

/** Refuses and deletes what has expired, and records the use of the rest. */
function checkExpiry(host: Pick<Host, 'clock'>, known: Known, later: Later = () => undefined): number | undefined {
  const { credential_id: id, time_last_used: used } = known.row
  const table = known.kind === 'session_cookie' ? 'session' : 'device_access_token'
  const now = host.clock.now().getTime()
  const expires = expiryOf(known)
  if (expires !== undefined && now > expires) {
    later((tx) => tx.deleteFrom(table).where('id', '=', id).execute())
    throw unauthorized()
  }
  if (used === null || now - Date.parse(used) > REFRESH_INTERVAL_MS) {
    const time_last_used = new Date(now).toISOString()
    later((tx) => tx.updateTable(table).set({ time_last_used }).where('id', '=', id).execute())
  }
  return expires
}
