// Durations and timestamp literals, in milliseconds.

const SECOND = 1000
const DAY = 86_400 * SECOND
const UNITS: Record<string, number> = {
  Y: 365 * DAY,
  M: 30 * DAY,
  w: 7 * DAY,
  d: DAY,
  h: 3600 * SECOND,
  m: 60 * SECOND,
  s: SECOND,
  ms: 1,
  us: 1e-3,
  ns: 1e-6,
}

export const UNIT = 'ms|us|ns|[YMwdhms]'

export const durationOf = (count: number, unit: string): number => count * UNITS[unit]!

const TIMESTAMP = new RegExp(
  String.raw`@(?:now\(\)(?:\s*(?<sign>[+-])\s*(?<count>\d+)(?<unit>${UNIT})(?![a-zA-Z0-9_]))?` +
    String.raw`|(?<date>\d{4}-\d{2}-\d{2})(?:T(?<moment>\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?))?` +
    String.raw`|(?<today>\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?))(?![a-zA-Z0-9_:.])`,
  'y',
)

/** The last moment that a Date can hold. */
const LAST_MOMENT = 8.64e15

export interface TimestampMatch {
  length: number
  /** Undefined for an invalid timestamp, such as month 13 or a year out of range. */
  value: number | undefined
}

/** The timestamp literal at this offset, or undefined when there is none. */
export function matchTimestamp(query: string, offset: number, now: number): TimestampMatch | undefined {
  TIMESTAMP.lastIndex = offset
  const match = TIMESTAMP.exec(query)
  if (!match) return undefined
  const { sign, count, unit, date, moment, today } = match.groups!
  let value = now
  if (date !== undefined) value = utc(date, moment)
  else if (today !== undefined) value = utc(new Date(now).toISOString().slice(0, 10), today)
  else if (unit !== undefined) value += (sign === '-' ? -1 : 1) * durationOf(Number(count), unit)
  return { length: match[0].length, value: Math.abs(value) <= LAST_MOMENT ? value : undefined }
}

/** NaN if invalid. Date.parse alone would accept February 30th as March 2nd. */
function utc(date: string, time = '00:00:00'): number {
  const day = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return Number.NaN
  const [hours, minutes, seconds] = time.split(':').map(Number) as [number, number, number]
  if (hours > 23 || minutes > 59 || seconds >= 60) return Number.NaN
  return day + (hours * 3600 + minutes * 60) * SECOND + Math.round(seconds * SECOND)
}
