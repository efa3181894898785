// What is wrong with the storage as a whole, in its words. Volumes in a file system have none.
import type { StorageProblem } from '#drivers/blocks.ts'
import { actorOf } from '../../frame/context.ts'
import { napping } from '../../frame/ports/clock.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

/** A request must not wait as long as the storage may take. It knows soon enough that it does not answer. */
const ANSWER_MS = 3_000

const kinds = {
  down: 'storage_down',
  full: 'storage_full',
  slow: 'storage_slow',
  degraded: 'storage_degraded',
} as const satisfies Record<StorageProblem['kind'], Found['kind']>

/** One of each kind, with all that is wrong. */
export async function storageProblems(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  const all = await problemsOf(ctx)
  return [...new Set(all.map(({ kind }) => kind))].map((kind) => {
    const some = all.filter((each) => each.kind === kind)
    const severity = some.some(({ isError }) => isError) ? 'error' : 'warning'
    const reason = some.map(({ text }) => text).join('. ')
    return found({ kind: kinds[kind], severity, count: some.length, reason })
  })
}

async function problemsOf({ host }: Reader): Promise<StorageProblem[]> {
  if (!host.volumes.problems) return []
  const nap = new AbortController()
  const late = napping(host.clock, ANSWER_MS, nap.signal).then(() => [])
  const answer = host.volumes.problems()
  try {
    return await Promise.race([answer, late])
  } finally {
    // one that fails later is no news
    answer.catch(() => undefined)
    nap.abort()
  }
}
