// The machine's time, as the control plane sees it. An aborted sleep simply ends early: the sleeper looks at its own signal,
// and a wake-up is no error.
import type { Clock } from '#control/ports.ts'

export const clock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      signal?.addEventListener('abort', done, { once: true })
    }),
}
