// Slows down guessing of passwords. Failures are counted for a user at an address, for an address, and for a user everywhere;
// from a few on, each makes the wait longer. Kept in the database, so that all replicas count together.
import type { Host } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { Failure } from '../frame/errors.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
/** How long an address stays known for a user who logged in from it. */
const KNOWN_FOR = 30 * 24 * HOUR
/** More rows than any honest site has; an attacker with very many addresses must not fill the disk. */
const MOST_ROWS = 100_000

interface Limit {
  /** Failures that cost nothing. */
  free: number
  longest: number
}

// The first is the one that people meet. Whoever shares an address may fail often, so the second begins later. The third is
// only reached from many addresses at once; it stays short, and spares addresses that the user is known at.
const LIMITS = {
  pair: { free: 5, longest: 900 * SECOND },
  address: { free: 50, longest: 900 * SECOND },
  user: { free: 100, longest: 60 * SECOND },
} satisfies Record<string, Limit>
type Kind = keyof typeof LIMITS

export interface Attempt {
  silo_id: string
  username: string
  address: string
}

type Keys = Record<Kind, string>

/** Whoever has a network of IPv6 addresses has one address here. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const gap = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return `${[...before, ...gap, ...after].slice(0, 4).join(':').toLowerCase()}::/64`
}

function keysOf({ silo_id, username, address }: Attempt): Keys {
  const network = networkOf(address)
  const user = `${silo_id}/${username}`
  return { pair: `pair ${user} ${network}`, address: `address ${network}`, user: `user ${user}` }
}

/**
 * Lets an attempt through, counted as a failure beforehand: a thousand sent at once must not all pass before the first
 * has failed. One that comes too early is refused and not counted, so that impatience does not make the wait longer.
 */
export async function admit({ db, clock, random }: Host, attempt: Attempt): Promise<void> {
  const now = clock.now().getTime()
  const keys = keysOf(attempt)
  const wait = await db.transaction(async (tx) => {
    await tx.deleteFrom('login_attempt').where('time_expires', '<=', iso(now)).execute()
    if (random.bytes(1)[0] === 0) await trim(tx)
    const rows = await tx.selectFrom('login_attempt').selectAll().where('key', 'in', Object.values(keys)).execute()
    const known = rows.some((row) => row.key === keys.pair && row.known)
    // an address known for this user answers for its own failures only: what others do must not lock the owner out
    const counted: Kind[] = known ? ['pair'] : ['pair', 'address', 'user']
    const held = (kind: Kind) => rows.find((row) => row.key === keys[kind])
    const until = Math.max(...counted.map((kind) => Date.parse(held(kind)?.time_allowed ?? '') || 0))
    if (until > now) return until - now
    for (const kind of counted) {
      const row = held(kind)
      const failures = (row?.failures ?? 0) + 1
      const keptFor = row?.known ? KNOWN_FOR : HOUR
      const values = {
        failures,
        time_allowed: iso(now + delay(LIMITS[kind], failures)),
        time_expires: iso(now + keptFor),
        known: row?.known ?? false,
      }
      await tx
        .insertInto('login_attempt')
        .values({ key: keys[kind], ...values })
        .onConflict((there) => there.column('key').doUpdateSet(values))
        .execute()
    }
    return 0
  })
  if (wait > 0) throw tooMany(Math.ceil(wait / SECOND))
}

/** The attempt was right after all: what was counted beforehand is taken back, and the address becomes known. */
export async function forgive(db: Queries, now: Date, attempt: Attempt): Promise<void> {
  const keys = keysOf(attempt)
  const time = now.getTime()
  const fresh = { failures: 0, time_allowed: iso(time), time_expires: iso(time + KNOWN_FOR), known: true }
  await db
    .insertInto('login_attempt')
    .values({ key: keys.pair, ...fresh })
    .onConflict((there) => there.column('key').doUpdateSet(fresh))
    .execute()
  for (const kind of ['address', 'user'] as const) {
    const row = await db.selectFrom('login_attempt').selectAll().where('key', '=', keys[kind]).executeTakeFirst()
    if (!row || row.failures === 0) continue
    const failures = row.failures - 1
    const time_allowed = failures < LIMITS[kind].free ? iso(time) : row.time_allowed
    await db.updateTable('login_attempt').set({ failures, time_allowed }).where('key', '=', keys[kind]).execute()
  }
}

/** Doubles from one second on. */
const delay = ({ free, longest }: Limit, failures: number) =>
  failures < free ? 0 : Math.min(longest, SECOND * 2 ** Math.min(failures - free, 30))

async function trim(tx: Queries): Promise<void> {
  const oldest = tx.selectFrom('login_attempt').select('key').orderBy('time_expires', 'desc')
  const beyond = await oldest.limit(MOST_ROWS).offset(MOST_ROWS).execute()
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
