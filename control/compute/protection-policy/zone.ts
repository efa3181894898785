// Converts between moments and the clock on the wall in a time zone. Zones are names of the IANA database, as Intl knows them.

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** What clock and calendar show. `day` counts the days since 1970-01-01, `minute` those of the day. */
export interface WallTime {
  day: number
  minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes as long as thousands of conversions. There are a few hundred zones. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** How far the zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(moment)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000
}

export function wallTimeAt(moment: number, zone: string): WallTime {
  const shown = moment + offsetAt(moment, zone)
  const day = Math.floor(shown / DAY_MS)
  return { day, minute: Math.floor((shown - day * DAY_MS) / MINUTE_MS) }
}

/**
 * When the clock on the wall shows this: the first time, if it does so twice. A time that is skipped is as far after the jump as it would
 * have been after its begin.
 */
export function momentOf({ day, minute }: WallTime, zone: string): number {
  const shown = day * DAY_MS + minute * MINUTE_MS
  // no zone is further than a day from UTC, and none changes twice within two
  const [before, after] = [offsetAt(shown - DAY_MS, zone), offsetAt(shown + DAY_MS, zone)]
  const isShown = (moment: number) => moment + offsetAt(moment, zone) === shown
  return [shown - before, shown - after].find(isShown) ?? shown - before
}

export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}
