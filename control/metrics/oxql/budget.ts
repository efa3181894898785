// A query's resource budget: counts points, rows and time, and yields to other requests.
import type { Clock } from '../../frame/ports.ts'
import { limitError } from './error.ts'
import { MAX_POINTS, MAX_QUERY_MS, MAX_ROWS, MAX_SERIES } from './limits.ts'

export interface BudgetOptions {
  clock: Pick<Clock, 'now' | 'breathe'>
  maxPoints?: number
  maxRows?: number
  maxSeries?: number
  maxMs?: number
}

/** Points computed, or values compared, before yielding. */
const PAUSE_EVERY = 20_000

export class Budget {
  readonly #options: BudgetOptions
  readonly #deadline: number
  #sincePause = 0
  points = 0
  rows = 0
  series = 0

  constructor(options: BudgetOptions) {
    this.#options = options
    this.#deadline = options.clock.now().getTime() + (options.maxMs ?? MAX_QUERY_MS)
  }

  spendPoints(count: number): void {
    const limit = this.#options.maxPoints ?? MAX_POINTS
    this.points += count
    this.#sincePause += count
    if (this.points > limit) throw limitError(`it reads or computes more than ${limit} points`)
  }

  spendRows(count: number): void {
    const limit = this.#options.maxRows ?? MAX_ROWS
    this.rows += count
    this.#sincePause += count
    if (this.rows > limit) throw limitError(`it reads more than ${limit} rows`)
  }

  spendSeries(count: number): void {
    const limit = this.#options.maxSeries ?? MAX_SERIES
    this.series += count
    if (this.series > limit) throw limitError(`it covers more than ${limit} timeseries`)
  }

  /** Counts work that is bounded elsewhere but takes time, mostly comparisons. */
  spendWork(steps: number): void {
    this.#sincePause += steps
  }

  /** Called between portions of work. */
  async pause(): Promise<void> {
    const { clock, maxMs = MAX_QUERY_MS } = this.#options
    if (clock.now().getTime() > this.#deadline) throw limitError(`it takes longer than ${maxMs / 1000} seconds`)
    if (this.#sincePause < PAUSE_EVERY) return
    this.#sincePause = 0
    await clock.breathe?.()
  }
}
