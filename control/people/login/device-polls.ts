// How often devices ask for their token. Kept in memory, by each server for itself: anyone can poll, and must not be able to cause a
// write with every poll.
import type { Host } from '../../frame/context.ts'

/** Published clients ask once a second, and some a little earlier. */
const MIN_INTERVAL_MS = 500
/** Enough for every device that waits. Forgetting one only means that it may ask again at once. */
const MAX_REMEMBERED = 10_000

const polls = new WeakMap<Host, Map<string, number>>()

/** Notes a poll, and tells whether it came too soon after the one before. */
export function isTooSoon(host: Host, token_hash: string): boolean {
  let last = polls.get(host)
  if (!last) polls.set(host, (last = new Map()))
  const now = host.clock.now().getTime()
  const before = last.get(token_hash) ?? -Infinity
  // the oldest come first
  last.delete(token_hash)
  last.set(token_hash, now)
  for (const [oldest, time] of last) {
    if (last.size <= MAX_REMEMBERED && now - time < MIN_INTERVAL_MS) break
    last.delete(oldest)
  }
  return now - before < MIN_INTERVAL_MS
}
