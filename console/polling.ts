// How often a page asks by itself: only where the host pushes nothing, which live.ts finds out.
import { useSyncExternalStore } from 'react'

let isSilent = false
const listeners = new Set<() => void>()

export function becomeSilent(): void {
  isSilent = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How often to read again, in ms. */
export function usePolling({ fast, slow, busy }: { fast: number; slow: number; busy: boolean }): number | false {
  const asks = useSyncExternalStore(subscribe, () => isSilent)
  return asks && (busy ? fast : slow)
}
