// Answers a timeseries query from stored and recalled samples.
import type { Host } from '../frame/context.ts'
import { Budget } from './oxql/budget.ts'
import { runQuery } from './oxql/query.ts'
import { makeSamples, type Scope } from './samples.ts'
import { Turnstile } from './turnstile.ts'

/** Each query may hold a million points in memory. */
const MAX_CONCURRENT_QUERIES = 4

const turnstile = new Turnstile(MAX_CONCURRENT_QUERIES)

export function answerQuery({ clock, db, recall }: Host, text: string, scope: Scope | undefined) {
  return turnstile.pass(async () => {
    const now = clock.now().getTime()
    const source = makeSamples({ db, now, scope, recall: await recall?.open() })
    return runQuery(text, { source, budget: new Budget({ clock }), now, projectOnly: scope !== undefined })
  })
}
