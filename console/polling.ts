// Whether live updates work, as reported by live.ts, and how often pages refetch when they do not.
import { makeStore } from './util/store.ts'
import { useStore } from './util/use-store.ts'

const isOff = makeStore(false)

export const setLiveUpdates = (on: boolean): void => isOff.set(!on)
export const areLiveUpdatesOff = isOff.get
export const useLiveUpdatesOff = (): boolean => useStore(isOff)

/** The refetch interval of a page in ms; false while live updates work. */
export function usePolling({ fast, slow, busy }: { fast: number; slow: number; busy: boolean }): number | false {
  return useLiveUpdatesOff() && (busy ? fast : slow)
}
