// What was read stays known until something is written: who is asking and what they may see is read anew for every request,
// and is nearly always what it was a moment ago. Only for an engine whose every write passes through here.
import type { Outcome, SqliteHandle } from './sqlite.ts'

/** Rows remembered at most, and at most of one query: what is read over and over is short. */
const MOST = 5000
const MOST_OF_ONE = 200

/** Written by the thousand and read by few: to forget everything for one of these would be to remember nothing. */
const KEPT_APART = ['event', 'disk_import_chunk', 'usage_sample']
const isHarmless = new RegExp(`^insert into "(${KEPT_APART.join('|')})" `)
const touchesThese = new RegExp(`"(${KEPT_APART.join('|')})"`)

export class Memory {
  readonly #known = new Map<string, Map<string, Outcome>>()
  #rows = 0

  /** Runs a query that only reads, or knows its answer. Nobody may change what it gets. */
  recall(sql: string, parameters: readonly unknown[], run: () => Outcome): Outcome {
    if (touchesThese.test(sql)) return run()
    const answers = this.#known.get(sql) ?? new Map<string, Outcome>()
    const key = JSON.stringify(parameters)
    const known = answers.get(key)
    if (known) return known
    const outcome = run()
    const { length } = outcome.rows
    if (length > MOST_OF_ONE) return outcome
    if (this.#rows + length >= MOST) this.forget()
    this.#rows += length + 1
    this.#known.set(sql, answers.set(key, frozen(outcome)))
    return outcome
  }

  forget(): void {
    this.#known.clear()
    this.#rows = 0
  }
}

/** The connection that reads. */
export const remembering = (handle: SqliteHandle, memory: Memory): SqliteHandle => ({
  run: (sql, parameters) => memory.recall(sql, parameters, () => handle.run(sql, parameters)),
  exec: (sql) => handle.exec(sql),
})

/** The connection that writes. Readers see what was committed, so that is when they forget. */
export function forgetting(handle: SqliteHandle, memory: Memory, commit: string): SqliteHandle {
  let changed = false
  return {
    run(sql, parameters) {
      changed ||= !sql.startsWith('select ') && !isHarmless.test(sql)
      return handle.run(sql, parameters)
    },
    exec(sql) {
      handle.exec(sql)
      if (sql !== commit || !changed) return
      changed = false
      memory.forget()
    },
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}
