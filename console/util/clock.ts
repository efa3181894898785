// Times of day in text fields, on the clock of the locale. Both clocks are understood, whichever the locale has.
import type { Day } from './month.ts'

const hasTwelveHours = (locale?: string) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true

/** How to enter a time. */
export const timePattern = (locale?: string) => (hasTwelveHours(locale) ? 'h:mm AM' : 'HH:mm')

const two = (part: number) => String(part).padStart(2, '0')

/** '2:05 PM' or '14:05' */
export function timeOf(moment: Date, locale?: string): string {
  const [hours, minutes] = [moment.getHours(), two(moment.getMinutes())]
  return hasTwelveHours(locale)
    ? `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
    : `${two(hours)}:${minutes}`
}

/** Sets a time on a day; undefined for an invalid one. */
export function atTime({ year, month, day }: Day, time: string): Date | undefined {
  const [, hour, minute, half] = /^\s*(\d\d?):([0-5]\d)\s*(?:([ap])\.?m?\.?)?\s*$/i.exec(time) ?? []
  if (!hour || !minute) return undefined
  const hours = half ? fromTwelveHours(Number(hour), half) : Number(hour)
  return hours !== undefined && hours < 24 ? new Date(year, month, day, hours, Number(minute)) : undefined
}

const fromTwelveHours = (hour: number, half: string) =>
  hour >= 1 && hour <= 12 ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : undefined
