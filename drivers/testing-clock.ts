// A clock for tests: time stands still until the test lets it pass. Not for production code.
import type { Clock } from './clock.ts'

export interface TestingClock extends Clock {
  /** Lets time pass, ending every sleep on the way in order. */
  advance(milliseconds: number): Promise<void>
  /** Time passes as on a machine that was suspended: whoever slept wakes once, late, when time next advances. */
  skip(milliseconds: number): void
}

interface Sleeper {
  at: number
  wake: () => void
}

export function testingClock(start = '2025-03-03T09:00:00.000Z'): TestingClock {
  let now = Date.parse(start)
  const sleepers = new Set<Sleeper>()

  function sleep(milliseconds: number, signal?: AbortSignal) {
    return new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const wake = () => {
        signal?.removeEventListener('abort', broken)
        resolve()
      }
      const sleeper = { at: now + Math.max(0, milliseconds), wake }
      const broken = () => {
        sleepers.delete(sleeper)
        reject(signal?.reason)
      }
      sleepers.add(sleeper)
      signal?.addEventListener('abort', broken, { once: true })
    })
  }

  async function advance(milliseconds: number) {
    const until = now + milliseconds
    for (;;) {
      await settled()
      const next = [...sleepers].filter((sleeper) => sleeper.at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      sleepers.delete(next)
      now = Math.max(now, next.at)
      next.wake()
    }
    // it may have skipped ahead meanwhile
    now = Math.max(now, until)
    await settled()
  }

  function skip(milliseconds: number) {
    now += milliseconds
  }

  return { now: () => new Date(now), sleep, advance, skip }
}

/** Whoever was woken gets to run until it waits for time again. */
async function settled() {
  for (let turn = 0; turn < 64; turn++) await Promise.resolve()
}
