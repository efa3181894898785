// The lifetimes that the form offers, within the silo's limit.
import type { ListItem } from '../../ui/input/list-item.ts'

export const DAY_S = 86_400
/** In the form's select, which has no empty value. */
export const AS_LONG_AS_ALLOWED = 'allowed'

const DAYS = [1, 7, 30, 90, 365]

/** "90 days", or hours and minutes for limits that are no whole days. */
export function lifetimeText(seconds: number): string {
  const units = [
    ['day', DAY_S],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const
  const [unit, length] = units.find(([, length]) => seconds % length === 0)!
  const count = seconds / length
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export function lifetimes(limit: number | null | undefined): ListItem[] {
  const offered = DAYS.map((days) => days * DAY_S).filter((seconds) => !limit || seconds < limit)
  const longest = limit ? `${lifetimeText(limit)} (silo limit)` : 'Never'
  return [
    ...offered.map((seconds) => ({ value: String(seconds), label: lifetimeText(seconds) })),
    { value: AS_LONG_AS_ALLOWED, label: longest },
  ]
}

/** Thirty days, or less if the silo allows no more. */
export const defaultLifetime = (limit: number | null | undefined): string =>
  !limit || limit > 30 * DAY_S ? String(30 * DAY_S) : AS_LONG_AS_ALLOWED
