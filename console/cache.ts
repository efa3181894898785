// What pages have read, and what makes it stale: our own writes, other users' changes, and a lost stream. Pages neither fetch nor
// invalidate by hand.
import { QueryClient } from '@tanstack/query-core'
import { nounOf, type Noun, type OperationId } from '#contract/operations.ts'
import { isCovered } from './event-position.ts'
import { pageShown } from './shown.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    // without 'always', the preview would wait for a network when offline
    queries: { retry: false, staleTime: 2000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let writes = 0
const waiting = new Set<Noun>()
/** How often each noun has changed. */
export const changes = new Map<Noun, number>()

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
