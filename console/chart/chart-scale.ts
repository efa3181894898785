// The ranges and labels of a chart's axes. Pure: the plot only draws.
import { bigNum, measuredText } from '../util/format.ts'

const MAX_VALUE_STEPS = 6
/** A limit further above the values is left out, because it would flatten them against zero. */
const LIMIT_IN_VIEW = 4
/** A measured share may exceed its limit by this factor, because samples are not taken exactly on time. */
const TOLERANCE = 1.01

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const timeSteps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 7, 14, 28, 91, 182, 364].map((count) => count * DAY),
]

interface ValueScaleOptions {
  limit?: number | undefined
  /** the values are whole numbers, so ticks are too */
  whole?: boolean
}

interface ValueScale {
  top: number
  step: number
  ticks: number[]
}

/** From zero in round steps (1, 2 or 5 times a power of ten) to at least the highest value, and the limit if it is near. */
export function valueScale(highest: number, { limit, whole = false }: ValueScaleOptions = {}): ValueScale {
  const nearLimit = limit !== undefined && highest * LIMIT_IN_VIEW >= limit ? limit : 0
  const span = Math.max(highest > nearLimit * TOLERANCE ? highest : 0, nearLimit) || 1
  const step = Math.max(roundStep(span / MAX_VALUE_STEPS), whole ? 1 : 0)
  const count = Math.ceil(Number((span / step).toPrecision(12)))
  // multiplying can leave 0.6000000000000001
  const ticks = Array.from({ length: count + 1 }, (_, tick) => Number((tick * step).toPrecision(12)))
  return { top: ticks.at(-1) ?? step, step, ticks }
}

/** The smallest round number at or above the given one. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5].find((each) => each * power >= least * (1 - 1e-12)) ?? 10
  return Number((factor * power).toPrecision(12))
}

export function highestOf(values: Iterable<number | null | undefined>): number {
  let highest = 0
  for (const value of values) if (value && value > highest) highest = value
  return highest
}

export const tickText = (value: number, locale?: string): string =>
  value > 0 && value < 1 ? measuredText(value, locale) : bigNum(value, locale).text

/** The shortest round step that divides the range into at most `most` parts. */
export const timeStep = (start: number, end: number, most: number): number =>
  timeSteps.find((step) => (end - start) / step <= most) ?? 364 * DAY

/** Round local times in the range: full hours stay full hours across a change to summer time. */
export function timeTicks(start: number, end: number, step: number): number[] {
  const day = new Date(start)
  day.setHours(0, 0, 0, 0)
  const days = Math.max(1, Math.round(step / DAY))
  const ticks: number[] = []
  for (; day.getTime() <= end; day.setDate(day.getDate() + days)) {
    const midnight = day.getTime()
    const first = Math.max(0, Math.floor((start - midnight - 2 * HOUR) / step))
    for (let at = first; at * step < DAY; at++) {
      const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()]
      const tick = new Date(year, month, date, 0, 0, 0, at * step).getTime()
      if (tick > end) break
      if (tick >= start && tick > (ticks.at(-1) ?? -Infinity)) ticks.push(tick)
    }
  }
  return ticks
}

/** Hours and minutes as the locale writes them, like all times; with the date when the range has several, with seconds when the ticks are that close. */
export function timeFormat(start: Date, end: Date, step: number, locale?: string): (moment: Date) => string {
  const withDay = start.toDateString() !== end.toDateString()
  const time = new Intl.DateTimeFormat(locale, { timeStyle: step < MINUTE ? 'medium' : 'short' })
  const day = new Intl.DateTimeFormat(locale, { month: 'numeric', day: 'numeric' })
  if (step >= DAY) return (moment) => day.format(moment)
  return (moment) => (withDay ? `${day.format(moment)} ${time.format(moment)}` : time.format(moment))
}

/** The last of the ascending times that is not after the moment; -1 when all are. */
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
