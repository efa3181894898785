// The count next to a navigation entry.
import type { NavEntry } from '../feature.ts'
import { useLoad } from '../use-api.ts'
import { useFirstPageLoaded } from './first-page.ts'

/** Some counts change without an event: certificates expire, and other silos' events are not pushed. */
const POLL_INTERVAL_MS = 60_000

export function NavCount({ count: { query, noun } }: { count: NonNullable<NavEntry['count']> }) {
  const enabled = useFirstPageLoaded()
  const { data } = useLoad(query(), { poll: POLL_INTERVAL_MS, optional: true, enabled })
  const number = data?.items.length ?? 0
  if (number === 0) return null
  return (
    <span className="ml-auto rounded-sm bg-notice-soft px-1.5 text-xs font-medium text-notice tabular-nums">
      {number}
      <span className="sr-only">{number === 1 ? ` ${noun}` : ` ${noun}s`}</span>
    </span>
  )
}
