// Checks a caller's address against the allow list. Cheap enough for every request, because the list is read once a second.
import type { Wire } from '#contract/api.ts'
import { bounds, holds, netOf, parseIp, type Address, type Range } from '#contract/ip.ts'
import type { Host } from '../frame/context.ts'

/** How long a change can go unnoticed; other replicas change the list too. */
const REFRESH_INTERVAL_MS = 1000
/** Cached answers until the next refresh. */
const MAX_REMEMBERED = 10_000

type Allowed = 'any' | Range[]

export interface Admission {
  /** A promise only when the list has to be read first. */
  admits(address: string): boolean | Promise<boolean>
}

export const parseAllowed = (allowed: Wire<'AllowedSourceIps'>): Allowed =>
  allowed.allow === 'any' ? 'any' : allowed.ips.map((text) => bounds(netOf(text)))

export function isAllowed(allowed: Allowed, address: string): boolean {
  if (allowed === 'any') return true
  const ip = callerIp(address)
  return ip !== undefined && allowed.some((range) => holds(range, ip))
}

const LOOPBACK = [bounds(netOf('127.0.0.0/8')), bounds(netOf('::1/128'))]

/** Loopback is always admitted, so that an operator whose address changed can still fix the list on the machine itself. */
export function isLoopback(address: string): boolean {
  const ip = callerIp(address)
  return ip !== undefined && LOOPBACK.some((range) => holds(range, ip))
}

/** Normalized as in list entries: IPv4 where a dual-stack socket reports ::ffff:192.0.2.1, and without an IPv6 zone. */
export function callerIp(address: string): Address | undefined {
  const [plain = ''] = address.split('%')
  return parseIp(plain.replace(/^::ffff:(?=\d+\.)/i, ''))
}

export function makeAdmission({ db, clock, log }: Pick<Host, 'db' | 'clock' | 'log'>): Admission {
  let allowed: Allowed | undefined
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  const remembered = new Map<string, boolean>()

  async function read(): Promise<void> {
    try {
      const row = await db.read.selectFrom('allow_list').select('allowed_ips').executeTakeFirst()
      allowed = row ? parseAllowed(row.allowed_ips) : 'any'
      remembered.clear()
    } catch (error) {
      // without the database, keep using the last known list; without one, admit nobody
      if (allowed === undefined) throw error
      log.warn('reading the allow list failed', { error: String(error) })
    } finally {
      readAt = clock.now().getTime()
      reading = undefined
    }
  }

  function look(address: string): boolean {
    const known = remembered.get(address)
    if (known !== undefined) return known
    const answer = isLoopback(address) || isAllowed(allowed!, address)
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(address, answer)
    return answer
  }

  return {
    admits(address) {
      const isFresh = allowed !== undefined && clock.now().getTime() - readAt < REFRESH_INTERVAL_MS
      if (isFresh) return look(address)
      reading ??= read()
      return reading.then(() => look(address))
    },
  }
}
