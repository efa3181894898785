// Sends again what may succeed a moment later.
import { Refused, Unreachable } from '../failure.ts'
import type { Io } from '../io.ts'

const MAX_RETRIES = 5
const FIRST_BACKOFF_MS = 500

const isTransient = (error: unknown) =>
  error instanceof Unreachable ||
  (error instanceof Refused && (error.status >= 500 || error.status === 408 || error.status === 429))

export async function retry<T>(io: Io, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isTransient(error) || failures === MAX_RETRIES) throw error
      await io.sleep(FIRST_BACKOFF_MS * 2 ** failures, signal)
    }
  }
}
