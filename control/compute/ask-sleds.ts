// Asks all sleds the same question at once, so that one that hangs delays no other.
import type { Host } from '../frame/context.ts'
import { napping } from '../frame/ports/clock.ts'
import { problemOf, type Troubles } from '../frame/troubles.ts'

const TIMEOUT_MS = 2_000

/**
 * Returns the answers by sled. A sled that fails or takes too long is left out, and a sled whose last answer is still outstanding
 * is not asked again. Those that were left out are in `troubles`.
 */
export function makeAskSleds<Sled extends { id: string }, Answer>(
  host: Pick<Host, 'clock' | 'log'>,
  question: string,
  ask: (sled: Sled) => Promise<Answer>,
  troubles?: Troubles,
): (sleds: readonly Sled[]) => Promise<Map<string, Answer>> {
  const outstanding = new Set<string>()
  /** Sleds whose silence has been logged. */
  const silent = new Set<string>()

  const key = (id: string) => `${question} ${id}`

  function fail(id: string, error: unknown) {
    troubles?.fail(key(id), `sled ${id} did not tell its ${question}: ${problemOf(error)}`, { sled_id: id })
    if (silent.has(id)) return
    silent.add(id)
    host.log.warn(`a sled did not tell its ${question}`, { sled: id, error: String(error) })
  }

  return async (sleds) => {
    const answers = new Map<string, Answer>()
    const over = new AbortController()
    const asking = sleds
      .filter(({ id }) => !outstanding.has(id))
      .map(async (sled) => {
        const { id } = sled
        outstanding.add(id)
        try {
          const answer = await ask(sled)
          if (!over.signal.aborted) answers.set(id, answer)
          silent.delete(id)
          troubles?.pass(key(id))
        } catch (error) {
          fail(id, error)
        } finally {
          outstanding.delete(id)
        }
      })
    await Promise.race([Promise.all(asking), napping(host.clock, TIMEOUT_MS, over.signal)])
    over.abort()
    for (const { id } of sleds) if (outstanding.has(id)) fail(id, 'no answer in time')
    return answers
  }
}
