// Whether a picker on screen lacks items because its list is longer than what is loaded. Forms say so once, whichever picker it is.
import { useEffect } from 'react'
import { makeStore } from '../util/store.ts'
import { useStore } from '../util/use-store.ts'

const count = makeStore(0)
const add = (difference: number) => count.set(count.get() + difference)

export function useCutList(isCut: boolean): void {
  useEffect(() => {
    if (!isCut) return
    add(1)
    return () => add(-1)
  }, [isCut])
}

export const useIsAnyListCut = () => useStore(count, (number) => number > 0)
