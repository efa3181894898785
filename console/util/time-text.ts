// Formats times. Pure: the locale and the current time are parameters.
import { counted } from './count.ts'
import type { Range } from './range.ts'

type Locale = string | undefined

const second = 1000
const ages = [
  ['y', 'year', 365 * 24 * 3600 * second],
  ['mo', 'month', 30 * 24 * 3600 * second],
  ['d', 'day', 24 * 3600 * second],
  ['h', 'hour', 3600 * second],
  ['m', 'minute', 60 * second],
  ['s', 'second', second],
] as const

/** Elapsed time in the largest whole unit. */
function age(moment: Date, now: Date) {
  // the server's clock may be ahead of ours; never show a negative age
  const gone = Math.max(0, now.getTime() - moment.getTime())
  const [short, unit, length] = ages.find(([, , length]) => gone >= length) ?? ages[5]
  const count = Math.floor(gone / length)
  // 360 to 364 days are twelve months of thirty days, but not yet a year
  return { short, unit, count: unit === 'month' ? Math.min(count, 11) : count }
}

/** 6s, 59m, 23h, 28d, 7mo, 2y. */
export function timeAgo(moment: Date, now: Date): string {
  const { short, count } = age(moment, now)
  return `${count}${short}`
}

/** '9 days ago' */
export function longTimeAgo(moment: Date, now: Date): string {
  const { unit, count } = age(moment, now)
  return `${counted(count, unit)} ago`
}

/** 'in 2 minutes', rounded up; 'now' once it is due. */
export function timeUntil(moment: Date, now: Date): string {
  const left = moment.getTime() - now.getTime()
  if (left <= 0) return 'now'
  const [, unit, length] = ages.find(([, , each]) => left >= each) ?? ages[5]
  return `in ${counted(Math.ceil(left / length), unit)}`
}

/** Creating a formatter is slow, so each is kept for the next row. */
function dateFormat(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<Locale | undefined, Intl.DateTimeFormat>()
  return (moment: Date, locale?: Locale): string => {
    const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, options)
    formats.set(locale, format)
    return format.format(moment)
  }
}

const weekday = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' })
const weekdayOfYear = dateFormat({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })

/** 'Today', 'Yesterday', 'Monday, November 16'; with the year unless it is the current one. */
export function dayText(moment: Date, now: Date, locale?: Locale): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (moment.toDateString() === now.toDateString()) return 'Today'
  if (moment.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return (moment.getFullYear() === now.getFullYear() ? weekday : weekdayOfYear)(moment, locale)
}

/** 'Nov 17, 9:05 AM – 2:05 PM', on a 24-hour clock where the locale has one. */
export const rangeText = ({ start, end }: Range, locale?: Locale): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }).formatRange(
    start,
    end,
  )

export const dateText = dateFormat({ dateStyle: 'medium' })
export const timeText = dateFormat({ timeStyle: 'short' })
export const dateTimeText = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
/** With seconds, for samples. */
export const sampleTimeText = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' })
export const momentText = dateFormat({ dateStyle: 'full', timeStyle: 'long' })
