// A query's resource budget: counts points, rows and work, and yields to other requests. Work is counted instead of time, because
// on a busy server time passes without any work being done.
import type { Clock } from '../../frame/ports/clock.ts'
import { limitError } from './error.ts'
import { MAX_POINTS, MAX_ROWS, MAX_SERIES, MAX_WORK } from './limits.ts'

export interface BudgetOptions {
  clock: Pick<Clock, 'breathe'>
  maxPoints?: number
  maxRows?: number
  maxSeries?: number
  maxWork?: number
}

/** Steps before yielding: a few milliseconds. */
const PAUSE_EVERY = 10_000
/** Reading a row from the database and unpacking it, in steps. */
const ROW_STEPS = 50

export class Budget {
  readonly #options: BudgetOptions
  #sincePause = 0
  #work = 0
  points = 0
  rows = 0
  series = 0

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  spendPoints(count: number): void {
    const limit = this.#options.maxPoints ?? MAX_POINTS
    this.points += count
    if (this.points > limit) throw limitError(`it reads or computes more than ${limit} points`)
  }

  spendRows(count: number): void {
    const limit = this.#options.maxRows ?? MAX_ROWS
    this.rows += count
    if (this.rows > limit) throw limitError(`it reads more than ${limit} rows`)
    this.spendWork(count * ROW_STEPS)
  }

  spendSeries(count: number): void {
    const limit = this.#options.maxSeries ?? MAX_SERIES
    this.series += count
    if (this.series > limit) throw limitError(`it covers more than ${limit} timeseries`)
  }

  /** A step is about a tenth of a microsecond: comparing or adding a number. */
  spendWork(steps: number): void {
    const limit = this.#options.maxWork ?? MAX_WORK
    this.#work += steps
    this.#sincePause += steps
    if (this.#work > limit) throw limitError(`it takes more than ${limit} steps`)
  }

  /** Called between portions of work. */
  async pause(): Promise<void> {
    if (this.#sincePause < PAUSE_EVERY) return
    this.#sincePause = 0
    await this.#options.clock.breathe?.()
  }

  /** Works through this many items of so many steps each, in portions. */
  async inPortions(count: number, steps: number, work: (from: number, to: number) => void): Promise<void> {
    const portion = portionOf(steps)
    for (let from = 0; from < count; from += portion) {
      const to = Math.min(count, from + portion)
      work(from, to)
      this.spendWork((to - from) * steps)
      await this.pause()
    }
  }
}

/** How many items of so many steps each to work on at once. */
export const portionOf = (steps: number): number => Math.max(1, Math.floor(PAUSE_EVERY / steps))
