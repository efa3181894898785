// Answers a timeseries query from stored and recalled samples.
import type { Host } from '../frame/context.ts'
import { Budget } from './oxql/budget.ts'
import { runQuery } from './oxql/query.ts'
import { makeSamples, type Scope } from './samples.ts'
import { Turnstile } from './turnstile.ts'

/** Each query may hold a million points in memory. */
const MAX_CONCURRENT_QUERIES = 4

const turnstiles = new WeakMap<Host, Turnstile>()

function turnstileOf(host: Host): Turnstile {
  const known = turnstiles.get(host) ?? new Turnstile(MAX_CONCURRENT_QUERIES)
  turnstiles.set(host, known)
  return known
}

export function answerQuery(host: Host, text: string, scope: Scope | undefined) {
  const { clock, db, recall } = host
  return turnstileOf(host).pass(async () => {
    const now = clock.now().getTime()
    const source = makeSamples({ db, now, scope, recall: await recall?.open() })
    return runQuery(text, { source, budget: new Budget({ clock }), now, projectOnly: scope !== undefined })
  })
}
