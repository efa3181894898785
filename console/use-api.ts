// Queries in components. Separate from api.ts, which the entry loads before React.
import { keepPreviousData, useIsFetching, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { nounOf, type OperationId } from '#contract/operations.ts'
import { useLiveUpdatesOff } from './polling.ts'
import { isNotFound, queryOptions, type Query } from './api.ts'

interface ReadOptions {
  /** in ms; from usePolling. Without it, a slow interval while live updates are off */
  poll?: number | false
}

const SLOW_POLL_MS = 60_000
const useInterval = (poll: number | false) => {
  const isOff = useLiveUpdatesOff()
  return poll || (isOff && SLOW_POLL_MS)
}

/** Data that the page's loader has fetched. Throws if the page cannot be shown without it. */
export function useData<T>(wanted: Query<T>, { poll = false }: ReadOptions = {}): T {
  const { data, error } = useSuspenseQuery({ ...queryOptions(wanted), refetchInterval: useInterval(poll) })
  // the page's subject is gone; a user who was loaded once is not
  if (isNotFound(error) && nounOf[wanted.key[0]] !== 'me') throw error
  return data
}

interface LoadOptions extends ReadOptions {
  enabled?: boolean
  /** the page can do without it, even if it is not found */
  optional?: boolean
  /** if false, the component renders the data but does not re-render when it arrives */
  subscribed?: boolean
}

/** Data loaded after the page is shown, or page by page; the previous data stays until the next has arrived. */
export function useLoad<T>(wanted: Query<T>, options: LoadOptions = {}) {
  const { poll = false, enabled = true, optional = false, subscribed = true } = options
  return useQuery({
    ...queryOptions(wanted),
    refetchInterval: useInterval(poll),
    enabled,
    subscribed,
    placeholderData: keepPreviousData,
    throwOnError: optional ? false : isNotFound,
  })
}

/** Whether any read of this operation is pending. */
export const useFetching = (operation: OperationId): boolean => useIsFetching({ queryKey: [operation] }) > 0
