// Formats times. Pure: the locale and the current time are parameters.

type Locale = string | undefined

const second = 1000
const ages = [
  ['y', 365 * 24 * 3600 * second],
  ['mo', 30 * 24 * 3600 * second],
  ['d', 24 * 3600 * second],
  ['h', 3600 * second],
  ['m', 60 * second],
  ['s', second],
] as const

/** Elapsed time in the largest whole unit: 6s, 59m, 23h, 28d, 7mo, 2y. */
export function timeAgo(moment: Date, now: Date): string {
  // the server's clock may be ahead of ours; never show a negative age
  const gone = Math.max(0, now.getTime() - moment.getTime())
  const [unit, length] = ages.find(([, length]) => gone >= length) ?? (['s', second] as const)
  // 360 to 364 days are twelve months of thirty days, but not yet a year
  const count = Math.floor(gone / length)
  return `${unit === 'mo' ? Math.min(count, 11) : count}${unit}`
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

export const dateText = dateFormat({ dateStyle: 'medium' })
export const timeText = dateFormat({ timeStyle: 'short' })
export const dateTimeText = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
export const momentText = dateFormat({ dateStyle: 'full', timeStyle: 'long' })
