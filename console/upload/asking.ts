// Asking the API for an upload: a limit on waiting, and another try where the answer was lost rather than a no.
import { unwrap, type Data, type Params } from '#contract/client.ts'
import { ApiError, errorMessage } from '#contract/errors.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Ports } from './ports.ts'

export const TIMEOUT = 30_000
export const RETRIES = 2
const BACKOFF = [1000, 4000]

export type Ask = <Op extends OperationId>(operation: Op, params: Params<Op>, signal?: AbortSignal) => Promise<Data<Op>>

/** Throws an ApiError for a no; anything else that is thrown means that nobody knows. */
export function makeAsk({ call }: Pick<Ports, 'call'>): Ask {
  return async (operation, params, signal) => {
    const limit = AbortSignal.timeout(TIMEOUT)
    const options = { signal: signal ? AbortSignal.any([signal, limit]) : limit }
    // the client asks for params only where the operation has some; ours all have
    const send = call as (op: OperationId, given: object, how: object) => ReturnType<typeof call<typeof operation>>
    return unwrap(operation, await send(operation, params, options))
  }
}

/** The same may go well a moment later. */
export const isTransient = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 408 || error.status === 429

export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

interface Trying extends Pick<Ports, 'wait' | 'online'> {
  signal?: AbortSignal
  /** Whether it was a yes after all, and only the answer was lost. */
  isDone?: () => Promise<boolean>
}

export async function persist<T>(
  work: () => Promise<T>,
  { wait, online, signal, isDone }: Trying,
): Promise<T | undefined> {
  for (let failed = 0; ; failed += 1) {
    try {
      return await work()
    } catch (error) {
      if (signal?.aborted || !isTransient(error) || failed === RETRIES) throw error
      await online(signal)
      await wait(BACKOFF[failed] ?? 0, signal)
      if (signal?.aborted) throw error
      if (await isDone?.().catch(() => false)) return undefined
    }
  }
}

/** For the person. */
export function problemOf(error: unknown): string {
  if (error instanceof ApiError) return errorMessage(error)
  if (error instanceof UnreadableFile) return error.message
  return 'The server cannot be reached. Check the connection and try again.'
}

export class UnreadableFile extends Error {
  constructor(cause: unknown) {
    super('The file cannot be read any more: it was moved, changed or locked.', { cause })
  }
}
