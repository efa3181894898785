// Where a chart's axes begin and end, and what is written along them. Pure: the plot only draws.
import { bigNum } from '../util/format.ts'

const TICKS = 6
const TIMES = 5

/** A fifth above the highest value, and whole numbers at all ticks. */
export function topOf(values: Iterable<number | null | undefined>): number {
  let most = 0
  for (const value of values) if (value && value > most) most = value
  // 30 * 1.2 is 36 and a breath: it must not become 42
  return Math.max(TICKS, Math.ceil(Number((most * 1.2).toPrecision(12)) / TICKS) * TICKS)
}

export const ticksTo = (top: number): number[] => Array.from({ length: TICKS }, (_, tick) => (top / TICKS) * (tick + 1))

export const tickText = (value: number, locale?: string): string => bigNum(value, locale).text

/** The last one is not at the very end, where its text would be cut off. */
export const momentsIn = (start: number, end: number): number[] =>
  Array.from({ length: TIMES }, (_, tick) => start + ((end - start) / TIMES) * tick)

/** Hours and minutes; with the day when the range reaches over more than one. */
export function timeFormat(start: Date, end: Date, locale?: string): (moment: Date) => string {
  const withDay = start.toDateString() !== end.toDateString()
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric' })
  return (moment) => (withDay ? `${day.format(moment)} ${time.format(moment)}` : time.format(moment))
}

/** The last of these that is not after the moment; -1 when all are. They stand in order. */
export function indexAt(times: readonly number[], moment: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! <= moment) low = middle + 1
    else high = middle
  }
  return low - 1
}
