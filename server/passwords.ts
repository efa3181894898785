// Argon2id in native code. Each hash holds its memory while it runs, so only a few run at a time. The rest wait in a bounded,
// round-robin queue: a flood of logins from one address does not delay a login from another.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '#control/frame/errors.ts'
import type { Passwords } from '#control/frame/ports/secrets.ts'

export interface PasswordCost {
  /** KiB */
  memory: number
  passes: number
}

const STRONG: PasswordCost = { memory: 47104, passes: 2 }
/** One core stays free for the event loop: with all cores busy hashing, every other request would wait for a time slice. */
export const MAX_RUNNING = Math.min(2, Math.max(1, availableParallelism() - 1))
/** At about 60 ms each, the last one waits some 15 seconds on two cores, and eight on more. */
export const MAX_WAITING_PER_SOURCE = 256
export const MAX_WAITING = 2048

export function makePasswords(cost: PasswordCost = STRONG): Passwords {
  const queue = makeQueue()
  const options = { memoryCost: cost.memory, timeCost: cost.passes, parallelism: 1, outputLen: 32 }
  return {
    hash: (password) => queue.run('', () => hash(password, options)),
    // a damaged hash refuses the login instead of failing the request
    verify: (stored, password, source = '') => queue.run(source, () => verify(stored, password).catch(() => false)),
  }
}

/** Sources with waiting work, in the order of their next turn. */
function makeQueue() {
  const waiting = new Map<string, (() => void)[]>()
  let count = 0
  let running = 0

  function next(): (() => void) | undefined {
    for (const [source, line] of waiting) {
      const go = line.shift()
      // move the source to the end of the order
      waiting.delete(source)
      if (line.length > 0) waiting.set(source, line)
      if (go) count--
      return go
    }
    return undefined
  }

  async function turn(source: string): Promise<void> {
    if (running < MAX_RUNNING) return void running++
    const line = waiting.get(source) ?? []
    if (count >= MAX_WAITING || line.length >= MAX_WAITING_PER_SOURCE) throw busy()
    waiting.set(source, line)
    count++
    await new Promise<void>((go) => line.push(go))
  }

  return {
    async run<T>(source: string, work: () => Promise<T>): Promise<T> {
      await turn(source)
      try {
        return await work()
      } finally {
        const go = next()
        if (go) go()
        else running--
      }
    },
  }
}

const busy = () =>
  new Failure('ServiceNotAvailable', 'too many logins at once; try again in a few seconds', 503, { 'retry-after': '5' })
