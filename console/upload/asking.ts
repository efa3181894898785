// API calls of an upload: with a timeout, and retried when the failure may be temporary.
import { unwrap, type Data, type Params } from '#contract/client.ts'
import { ApiError, errorMessage } from '#contract/errors.ts'
import type { OperationId } from '#contract/operations.ts'
import type { Ports } from './ports.ts'

export const TIMEOUT_MS = 30_000
export const MAX_RETRIES = 2
const BACKOFF_MS = [1000, 4000]

export type Ask = <Op extends OperationId>(
  operation: Op,
  params: Params<Op>,
  signal?: AbortSignal,
  timeoutMs?: number,
) => Promise<Data<Op>>

/** Throws an ApiError when the API refuses. After any other error it is unknown whether the call took effect. */
export function makeAsk({ call }: Pick<Ports, 'call'>): Ask {
  return async (operation, params, signal, timeoutMs = TIMEOUT_MS) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const options = { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }
    // the client takes params only where the operation has some; all of ours do
    const send = call as (op: OperationId, given: object, how: object) => ReturnType<typeof call<typeof operation>>
    return unwrap(operation, await send(operation, params, options))
  }
}

const INSUFFICIENT_STORAGE = 507

/** The same call may succeed a moment later. A full server stays full. */
export const isTransient = (error: unknown) =>
  !(error instanceof ApiError) ||
  (error.status >= 500 && error.status !== INSUFFICIENT_STORAGE) ||
  error.status === 408 ||
  error.status === 429

export const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Another host's response to an operation that only ours has: a refusal, or a page, which cannot be read. */
export const isUnknownOperation = (error: unknown) =>
  error instanceof ApiError && [200, 404, 405].includes(error.status)

interface RetryOptions extends Pick<Ports, 'wait' | 'online'> {
  signal?: AbortSignal
  /** Whether the call took effect after all, and only the response was lost. */
  isDone?: () => Promise<boolean>
  /** Called before each wait. */
  onRetry?: () => void
}

export async function retry<T>(
  work: () => Promise<T>,
  { wait, online, signal, isDone, onRetry }: RetryOptions,
): Promise<T | undefined> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (signal?.aborted || !isTransient(error) || failures === MAX_RETRIES) throw error
      onRetry?.()
      await online(signal)
      await wait(BACKOFF_MS[failures] ?? 0, signal)
      if (signal?.aborted) throw error
      if (await isDone?.().catch(() => false)) return undefined
    }
  }
}

/** For the user. */
export function problemOf(error: unknown): string {
  if (error instanceof ApiError) return errorMessage(error)
  if (error instanceof UnreadableFile) return error.message
  return 'The server cannot be reached. Check the connection and try again.'
}

export class UnreadableFile extends Error {
  constructor(cause: unknown) {
    super('The file can no longer be read: it was moved, changed or locked.', { cause })
  }
}
