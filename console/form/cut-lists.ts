// Whether a picker on screen lacks items because its list is longer than what is loaded. Forms say so once, whichever picker it is.
import { useEffect, useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

function add(difference: number): void {
  count += difference
  for (const listener of listeners) listener()
}

export function useCutList(isCut: boolean): void {
  useEffect(() => {
    if (!isCut) return
    add(1)
    return () => add(-1)
  }, [isCut])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsAnyListCut = () => useSyncExternalStore(subscribe, () => count > 0)
