// API calls of the console. A query is a value that loaders and components share; a write invalidates what it touches; errors are
// reported in one place. Pages neither fetch nor invalidate by hand. Writes of forms are in call.ts.
import { QueryClient } from '@tanstack/query-core'
import {
  asError,
  makeClient,
  type CallOptions,
  type Data,
  type ErrorBody,
  type Params,
  type Refusal,
  type Result,
} from '#contract/client.ts'
import { ApiError, errorMessage, unreadable } from '#contract/errors.ts'
import { factsOf, nounOf, type Noun, type OperationId } from '#contract/operations.ts'
import { touches } from '#contract/facts.ts'
import { saveDrafts } from './drafts.ts'
import { host } from './host.ts'
import { noteLostSession } from './lost-session.ts'
import { isCovered, notePosition } from './event-position.ts'
import { pageShown } from './shown.ts'
import { pathHere } from './util/base.ts'

type Nothing = Record<never, never>
export type Given<Op extends OperationId> =
  Nothing extends Params<Op> ? [params?: Params<Op> | undefined] : [params: Params<Op>]
type Send = (operation: OperationId, params?: unknown, options?: CallOptions) => Promise<Result<unknown>>

const client = makeClient({
  async fetch(url, init) {
    const response = await host.fetch(url, init)
    notePosition(response, init?.method)
    return response
  },
}) as unknown as Send

export const queryClient = new QueryClient({
  defaultOptions: {
    // without 'always', the preview would wait for a network when offline
    queries: { retry: false, staleTime: 2000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export const loginPath = (from: string) => `/login?redirect_uri=${encodeURIComponent(from)}`
/** The pages of what users must do before anything else. */
const DUTIES: Partial<Record<string, string>> = {
  PasswordChangeRequired: '/password',
  SecondFactorMissing: '/second-factor',
}
const here = () => pathHere() + location.search
const never = new Promise<never>(() => undefined)

/** Returns the data or throws an ApiError with a user-facing message. */
async function ask<Op extends OperationId>(operation: Op, params: unknown, options?: CallOptions): Promise<Data<Op>> {
  return (await askWithHeaders(operation, params, options)).data
}

/** The same with the response's headers. */
export async function askWithHeaders<Op extends OperationId>(
  operation: Op,
  params: unknown,
  options: CallOptions = {},
): Promise<{ data: Data<Op>; headers: Headers }> {
  const result = await reach(operation, params, options)
  if (result.type === 'success') return { data: result.data as Data<Op>, headers: result.headers }
  tell(operation, result)
  // the browser is about to leave; an error page must not flash before that
  if (exitOf(operation, result)) return never
  const error = asError(operation, result)
  throw new ApiError(operation, { ...error, message: errorMessage(error) })
}

async function reach(operation: OperationId, params: unknown, options: CallOptions): Promise<Result<unknown>> {
  try {
    return await client(operation, params, options)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new ApiError(operation, { status: 0, message: 'The server cannot be reached. Check the connection.' })
  }
}

function tell(operation: OperationId, result: Refusal): void {
  const { status } = result
  const {
    errorCode = '',
    requestId = '',
    message,
  }: Partial<ErrorBody> = result.type === 'error' ? result.data : { message: unreadable }
  const facts = `${errorCode}: ${message} (request ${requestId})`
  console.error(`${operation}, asked on ${pathHere()}, was answered ${status} ${facts}`)
  const exit = exitOf(operation, result)
  // a late response must not make the login page its own return path
  if (exit && !pathHere().startsWith(exit.split('?')[0]!)) {
    saveDrafts()
    // without a known user, nobody was signed in on this page
    if (status === 401) noteLostSession(queryClient.getQueryData(['current_user_view', {}]) !== undefined)
    void host.leave(exit)
  }
  // permissions may have changed, so refetch them; but not after a read of permissions, which would loop forever
  const noun = nounOf[operation]
  if (status === 403 && noun !== 'me' && noun !== 'policy') changed(['me', 'policy'])
}

/** Where users must go before anything else: to sign in, to choose another password, or to set up the second factor of their silo. */
function exitOf(operation: OperationId, result: Refusal): string | undefined {
  if (result.status === 401 && !factsOf[operation].anonymous) return loginPath(here())
  const duty = result.type === 'error' ? DUTIES[result.data.errorCode ?? ''] : undefined
  if (!duty) return undefined
  // right after signing in, the login page is still open
  const wanted = pathHere().startsWith('/login') ? new URLSearchParams(location.search).get('redirect_uri') : here()
  return wanted ? `${duty}?redirect_uri=${encodeURIComponent(wanted)}` : duty
}

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

let writes = 0
const waiting = new Set<Noun>()
/** How often each noun has changed. */
const changes = new Map<Noun, number>()

/** Marks cached reads of these nouns as stale and refetches those on screen once no write of ours is pending. */
export function changed(nouns: readonly Noun[] | 'all'): void {
  const isOf = (key: readonly unknown[]) => nouns === 'all' || nouns.includes(nounOf[key[0] as OperationId])
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOf(queryKey), refetchType: 'none' })
  for (const noun of nouns === 'all' ? Object.values(nounOf) : nouns) {
    waiting.add(noun)
    changes.set(noun, (changes.get(noun) ?? 0) + 1)
  }
  if (writes === 0) freshen()
}

/** Refetches what is cached or being fetched, unless a stream that starts after `position` covers every change. */
export async function refetchReads(position: string | undefined): Promise<void> {
  const early = new Set(queryClient.getQueryCache().getAll())
  // a pending first fetch would not be restarted
  await Promise.allSettled([...early].map((one) => one.promise))
  if (isCovered(position)) return
  await queryClient.invalidateQueries({ predicate: (one) => early.has(one) })
}

function freshen(): void {
  const nouns = new Set(waiting)
  waiting.clear()
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ queryKey, state }) => state.isInvalidated && nouns.has(nounOf[queryKey[0] as OperationId]),
  })
}

/** Groups several writes: what they touch is refetched once, after the last. */
export async function together<T>(work: () => Promise<T>): Promise<T> {
  writes += 1
  try {
    return await work()
  } finally {
    void endWrite()
  }
}

async function endWrite(): Promise<void> {
  await pageShown()
  writes -= 1
  if (writes === 0) freshen()
}

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
