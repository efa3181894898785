// Queries and writes, as pages use them. A query is a value that loaders and components share; a write makes what it touches stale.
// Writes of forms are in call.ts.
import type { CallOptions, Data, Params, Result } from '#contract/client.ts'
import { ApiError } from '#contract/errors.ts'
import { touches } from '#contract/facts.ts'
import { nounOf, type OperationId } from '#contract/operations.ts'
import { ask, askWithHeaders, exitOf, reach, tell } from './ask.ts'
import { changed, changes, queryClient, together } from './cache.ts'

type Nothing = Record<never, never>
export type Given<Op extends OperationId> =
  Nothing extends Params<Op> ? [params?: Params<Op> | undefined] : [params: Params<Op>]

export interface Query<T> {
  key: readonly [operation: OperationId, params: unknown, variant?: 'errors allowed']
  fetch: (signal: AbortSignal) => Promise<T>
  staleTime?: number
}

export function query<Op extends OperationId>(operation: Op, ...[params]: Given<Op>): Query<Data<Op>> {
  return {
    key: [operation, params ?? {}],
    fetch: (signal) => ask(operation, params, { signal }),
    ...(nounOf[operation] === 'me' && { staleTime: 60_000 }),
  }
}

/** Includes the entity tag in the data, so that a later write can name the version it replaces. Shares the plain query's key. */
export function taggedQuery<Op extends OperationId>(
  operation: Op,
  params: Params<Op>,
): Query<Data<Op> & { etag?: string | undefined }> {
  return {
    key: [operation, params],
    async fetch(signal) {
      const { data, headers } = await askWithHeaders(operation, params, { signal })
      return { ...(data as object), etag: headers.get('etag') || undefined } as Data<Op> & { etag?: string | undefined }
    },
  }
}

/** Returns errors as data. Has its own key, because readers of the plain query expect another shape. */
export function errorsAllowed<Op extends OperationId>(operation: Op, ...[params]: Given<Op>): Query<Result<Data<Op>>> {
  return {
    key: [operation, params ?? {}, 'errors allowed'],
    async fetch(signal) {
      const result = await reach(operation, params, { signal })
      if (result.type !== 'success' && exitOf(operation, result)) tell(operation, result)
      return result as Result<Data<Op>>
    },
    staleTime: 60_000,
  }
}

export const queryOptions = <T>({ key, fetch, staleTime }: Query<T>) => ({
  queryKey: key,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetch(signal),
  ...(staleTime !== undefined && { staleTime }),
})

/** For loaders. Cached data that no write has made stale is good enough to show; the component refetches it. */
export async function prefetch<T>(wanted: Query<T>): Promise<T> {
  const state = queryClient.getQueryState<T>(wanted.key)
  if (state?.status === 'success' && !state.isInvalidated) return state.data as T
  const noun = nounOf[wanted.key[0]]
  const before = changes.get(noun)
  try {
    const data = await queryClient.fetchQuery({ ...queryOptions(wanted), staleTime: 0 })
    // changed during the fetch: the fetch cleared the stale mark, and no component has refetched yet
    if (changes.get(noun) !== before)
      await queryClient.invalidateQueries({ queryKey: wanted.key as readonly unknown[], exact: true })
    return data
  } catch (error) {
    // stale data is better than an error page while the server is unreachable
    if (state?.data !== undefined && isUnreachable(error)) return state.data
    throw error
  }
}

/** What is known already. */
export const cached = <T>(wanted: Query<T>) =>
  queryClient.getQueryData(wanted.key as readonly unknown[]) as T | undefined

/** Puts data into the cache of its query. */
export function seed<T>(wanted: Query<T>, data: T): void {
  queryClient.setQueryData(wanted.key as readonly unknown[], data)
}

/** No response, or only one from a proxy: a retry may succeed soon. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

/** Sends a write. `then` runs before any refetch: after a delete, the page must be left first or it would show "not found". */
export function send<Op extends OperationId>(
  operation: Op,
  params: Params<Op>,
  then?: (data: Data<Op>) => unknown,
  options?: CallOptions,
): Promise<Data<Op>> {
  return together(async () => {
    const data = await ask(operation, params, options)
    changed(touches(operation))
    await then?.(data)
    return data
  })
}
