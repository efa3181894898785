// What a loop keeps failing to do although its passes end without an error: one sled of many, one disk of many. The loop runner
// (reconcile/loop.ts) writes it to the database, where the issues find it. A loop says that something failed each time it does, and
// that it no longer does as soon as that is known.
import type { Clock } from './ports/clock.ts'

export interface Trouble {
  /** What fails: unique in its loop. */
  key: string
  /** Why, for operators. */
  problem: string
  /** The sled that it is about. If the sled does not answer at all, that is the issue. */
  sled_id: string | null
  since: string
}

export interface Troubles {
  fail(key: string, reason: unknown, about?: { sled_id?: string | undefined }): void
  pass(key: string): void
  /** Forgets what no longer exists. */
  keep(isThere: (key: string) => boolean): void
  /** The longest first. */
  all(): readonly Trouble[]
}

const MAX_PROBLEM_LENGTH = 300

/** One line, without the names of classes or lines of code. */
export function problemOf(reason: unknown): string {
  const errors = reason instanceof AggregateError && reason.errors.length > 0 ? reason.errors : [reason]
  const text = errors.map((one) => (one instanceof Error ? one.message || one.name : String(one))).join('; ')
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_PROBLEM_LENGTH) || 'unknown error'
}

export function makeTroubles(clock: Pick<Clock, 'now'>): Troubles {
  const known = new Map<string, Trouble>()
  return {
    fail(key, reason, { sled_id = undefined } = {}) {
      const since = known.get(key)?.since ?? clock.now().toISOString()
      known.set(key, { key, problem: problemOf(reason), sled_id: sled_id ?? null, since })
    },
    pass: (key) => void known.delete(key),
    keep(isThere) {
      for (const key of known.keys()) if (!isThere(key)) known.delete(key)
    },
    all: () => [...known.values()].toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0)),
  }
}
