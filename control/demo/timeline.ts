// The clock of a demo world while it is built: thirty days pass in seconds. Time moves only when the builder says so, which makes
// the result the same every time.
import type { Clock } from '../frame/ports/clock.ts'

export interface Timeline extends Clock {
  /** Lets time pass in small steps: machines boot, disks are made. */
  pass(milliseconds: number): Promise<void>
  /** Goes to a later moment at once. Loops that slept meanwhile wake once. */
  jump(to: number): Promise<void>
}

interface Sleeper {
  at: number
  wake: () => void
}

/** `settle` waits until everything that was woken sleeps again. */
export function makeTimeline(start: number, settle: () => Promise<void>): Timeline {
  let now = start
  const sleepers = new Set<Sleeper>()

  /** Wakes those due by now, earliest first. */
  async function wakeDue(): Promise<void> {
    const due = [...sleepers].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
    for (const sleeper of due) {
      if (sleepers.delete(sleeper)) sleeper.wake()
      await settle()
    }
  }

  return {
    now: () => new Date(now),

    sleep: (milliseconds, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const cut = () => {
          sleepers.delete(sleeper)
          reject(signal?.reason)
        }
        const wake = () => {
          signal?.removeEventListener('abort', cut)
          resolve()
        }
        const sleeper = { at: now + Math.max(0, milliseconds), wake }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', cut, { once: true })
      }),

    async pass(milliseconds) {
      const until = now + milliseconds
      for (;;) {
        await settle()
        const next = Math.min(...[...sleepers].map(({ at }) => at))
        if (next > until) break
        now = Math.max(now, next)
        await wakeDue()
      }
      now = until
    },

    async jump(to) {
      if (to < now) throw new Error(`the demo world cannot go back to ${new Date(to).toISOString()}`)
      await settle()
      now = to
      await wakeDue()
    },
  }
}
