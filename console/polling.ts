// Whether live updates work, as reported by live.ts, and how often pages refetch when they do not.
import { useSyncExternalStore } from 'react'

let isOff = false
const listeners = new Set<() => void>()

export function setLiveUpdates(on: boolean): void {
  if (isOff === !on) return
  isOff = !on
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const areLiveUpdatesOff = () => isOff
export const useLiveUpdatesOff = (): boolean => useSyncExternalStore(subscribe, areLiveUpdatesOff)

/** The refetch interval of a page in ms; false while live updates work. */
export function usePolling({ fast, slow, busy }: { fast: number; slow: number; busy: boolean }): number | false {
  return useLiveUpdatesOff() && (busy ? fast : slow)
}
