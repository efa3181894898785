// What was read stays known until something is written: who is asking and what they may see is read anew for every request,
// and is nearly always what it was a moment ago. Only for an engine whose every write passes through here.
import type { Outcome, SqliteHandle } from './sqlite.ts'

/** Letters remembered at most, and rows of one query: what is read over and over is short, but one row may be 40 kB. */
const MOST = 4_000_000
const MOST_OF_ONE = 200
/** What a value takes beside its letters. */
const VALUE = 16

/** Written by the thousand and read by few: to forget everything for one of these would be to remember nothing. */
const KEPT_APART = [
  'event',
  'lease',
  'disk_import_chunk',
  'usage_sample',
  'metric_source',
  'metric_sample',
  'metric_sample_minute',
  'metric_sample_quarter',
]
const isHarmless = new RegExp(`^(insert into|delete from|update) "(${KEPT_APART.join('|')})" `)
const touchesThese = new RegExp(`"(${KEPT_APART.join('|')})"`)

export class Memory {
  readonly #known = new Map<string, Map<string, Outcome>>()
  #letters = 0

  /** Runs a query that only reads, or knows its answer. Nobody may change what it gets. */
  recall(sql: string, parameters: readonly unknown[], run: () => Outcome): Outcome {
    if (touchesThese.test(sql)) return run()
    const key = JSON.stringify(parameters)
    const known = this.#known.get(sql)?.get(key)
    if (known) return known
    const outcome = run()
    if (outcome.rows.length > MOST_OF_ONE) return outcome
    const letters = freeze(outcome) + key.length
    if (this.#letters + letters > MOST) this.forget()
    this.#letters += letters
    // looked up only now: what was forgotten a moment ago must not come back with the new one
    const answers = this.#known.get(sql) ?? new Map<string, Outcome>()
    this.#known.set(sql, answers.set(key, outcome))
    return outcome
  }

  forget(): void {
    this.#known.clear()
    this.#letters = 0
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

/** How much it is, in letters. */
function freeze(value: unknown): number {
  if (typeof value === 'string') return VALUE + value.length
  if (typeof value !== 'object' || value === null) return VALUE
  let letters = VALUE
  for (const part of Object.values(value)) letters += freeze(part)
  Object.freeze(value)
  return letters
}
