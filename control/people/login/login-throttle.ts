// Slows down password guessing. Failures are counted per user and address, per address, and per user. After a few free ones,
// each failure lengthens the wait. Counts are in the database, so all replicas share them.
import type { Host } from '../../frame/context.ts'
import { networkOf } from '../../frame/client-network.ts'
import type { Queries } from '../../db/database.ts'
import { Failure } from '../../frame/errors.ts'
import { raiseOnce } from '../../frame/raise-alert.ts'
import { makeTurns, type Turns } from './login-turns.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
/** How long an address stays known after a login. */
const KNOWN_FOR_MS = 30 * 24 * HOUR
/** Keeps an attacker with very many addresses from filling the disk. */
const MAX_ROWS = 100_000

interface Limit {
  /** Failures without a wait. */
  free: number
  longest: number
}

// Users meet the first limit. Many users can share an address, so the second starts later. The third is only reached from many
// addresses at once; its waits are short, and addresses that are known for the user are exempt.
const LIMITS = {
  pair: { free: 5, longest: 900 * SECOND },
  address: { free: 50, longest: 900 * SECOND },
  user: { free: 100, longest: 60 * SECOND },
} satisfies Record<string, Limit>
type Kind = keyof typeof LIMITS

export interface Attempt {
  /** Null for an invitation, whose token stands in for the user name. */
  silo_id: string | null
  username: string
  address: string
}

type Keys = Record<Kind, string>

function keysOf({ silo_id, username, address }: Attempt): Keys {
  const network = networkOf(address)
  const user = `${silo_id ?? 'invitation'}/${username}`
  return { pair: `pair ${user} ${network}`, address: `address ${network}`, user: `user ${user}` }
}

const turnsOf = new WeakMap<object, Turns>()

/**
 * Checks a password when the limits allow it. Attempts that are still being checked count as possible failures: a thousand
 * sent at once cannot all pass before the first has failed. The others wait for their outcome instead of being refused, so many
 * correct logins at once all succeed. An attempt that comes too early is refused but not counted.
 */
export async function attemptLogin(host: Host, attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean> {
  const { db } = host
  const turns = turnsOf.get(db) ?? makeTurns()
  turnsOf.set(db, turns)
  const keys = keysOf(attempt)
  const release = await turns.take(Object.values(keys), async () => {
    const now = host.clock.now().getTime()
    const { counted, held } = await readLimits(db.read, keys, now)
    const until = Math.max(...counted.map((kind) => Date.parse(held(kind)?.time_allowed ?? '') || 0))
    if (until > now) throw tooMany(Math.ceil((until - now) / SECOND))
    return counted.map((kind) => ({ key: keys[kind], room: LIMITS[kind].free - (held(kind)?.failures ?? 0) }))
  })
  try {
    const isRight = await verify()
    if (!isRight) await recordFailure(host, attempt, keys)
    return isRight
  } finally {
    release()
  }
}

async function readLimits(db: Queries, keys: Keys, now: number) {
  const rows = await db
    .selectFrom('login_attempt')
    .selectAll()
    .where('key', 'in', Object.values(keys))
    .where('time_expires', '>', iso(now))
    .execute()
  const isKnown = rows.some((row) => row.key === keys.pair && row.known)
  // failures elsewhere must not lock the user out of an address that is known for them
  const counted: Kind[] = isKnown ? ['pair'] : ['pair', 'address', 'user']
  return { counted, held: (kind: Kind) => rows.find((row) => row.key === keys[kind]) }
}

async function recordFailure(host: Host, attempt: Attempt, keys: Keys): Promise<void> {
  const { db, clock, random } = host
  const now = clock.now().getTime()
  await db.transaction(async (tx) => {
    await tx.deleteFrom('login_attempt').where('time_expires', '<=', iso(now)).execute()
    if (random.bytes(1)[0] === 0) await trim(tx)
    const { counted, held } = await readLimits(tx, keys, now)
    for (const kind of counted) {
      const row = held(kind)
      const failures = (row?.failures ?? 0) + 1
      const values = {
        failures,
        time_allowed: iso(now + delay(LIMITS[kind], failures)),
        time_expires: iso(now + (row?.known ? KNOWN_FOR_MS : HOUR)),
        known: row?.known ?? false,
      }
      await tx
        .insertInto('login_attempt')
        .values({ key: keys[kind], ...values })
        .onConflict((there) => there.column('key').doUpdateSet(values))
        .execute()
      if (failures === LIMITS[kind].free) await raiseThrottled(host, tx, attempt, now)
    }
  })
}

/** Anyone can cause it, so a silo gets one an hour at most. */
async function raiseThrottled(host: Host, tx: Queries, { silo_id, username, address }: Attempt, now: number) {
  // nobody can guess the token of an invitation
  if (silo_id === null) return
  const silo = await tx.selectFrom('silo').select('name').where('id', '=', silo_id).executeTakeFirst()
  const payload = { silo_id, silo_name: silo?.name ?? null, address }
  const facts = { target: silo_id, silo_id, payload, private_payload: { user_name: username.slice(0, 256) } }
  await raiseOnce(host, tx, iso(now), { alert_class: 'login.throttled', ...facts }, iso(now + HOUR))
}

/** After a correct password: clears the user's failures at this address and marks the address as known. */
export async function forgive(db: Queries, now: Date, attempt: Attempt): Promise<void> {
  const time = now.getTime()
  const fresh = { failures: 0, time_allowed: iso(time), time_expires: iso(time + KNOWN_FOR_MS), known: true }
  await db
    .insertInto('login_attempt')
    .values({ key: keysOf(attempt).pair, ...fresh })
    .onConflict((there) => there.column('key').doUpdateSet(fresh))
    .execute()
}

/** Starts at one second and doubles. */
const delay = ({ free, longest }: Limit, failures: number) =>
  failures < free ? 0 : Math.min(longest, SECOND * 2 ** Math.min(failures - free, 30))

async function trim(tx: Queries): Promise<void> {
  const oldest = tx.selectFrom('login_attempt').select('key').orderBy('time_expires', 'desc')
  const beyond = await oldest.limit(MAX_ROWS).offset(MAX_ROWS).execute()
  for (const { key } of beyond) await tx.deleteFrom('login_attempt').where('key', '=', key).execute()
}

const iso = (time: number) => new Date(time).toISOString()

function tooMany(seconds: number): Failure {
  const when = seconds < 60 ? `${seconds} second${seconds === 1 ? '' : 's'}` : minutes(seconds)
  return new Failure(undefined, `too many failed attempts to log in; try again in ${when}`, 429, {
    'retry-after': String(seconds),
  })
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return `${count} minute${count === 1 ? '' : 's'}`
}
