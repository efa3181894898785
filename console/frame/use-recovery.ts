// Waits until the server responds again, then calls `recover`. Checks immediately when the browser is back online.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { host } from '../host.ts'

const FIRST_CHECK_MS = 2000
const MAX_CHECK_MS = 15_000

export function useRecovery(isAway: boolean, recover: () => unknown): void {
  const onAnswer = useEffectEvent(() => void recover())
  useEffect(() => {
    if (!isAway) return
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let wait = FIRST_CHECK_MS
    const check = async () => {
      clearTimeout(timer)
      const isBack = navigator.onLine && (await answers(ended.signal))
      if (ended.signal.aborted) return
      // keeps checking, because the page may fail again
      if (isBack) onAnswer()
      wait = Math.min(MAX_CHECK_MS, wait * 1.5)
      timer = setTimeout(() => void check(), wait)
    }
    timer = setTimeout(() => void check(), wait)
    addEventListener('online', () => void check(), { signal: ended.signal })
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [isAway])
}

const answers = (signal: AbortSignal): Promise<boolean> =>
  host.fetch('/v1/ping', { signal }).then(
    ({ ok }) => ok,
    () => false,
  )

function subscribe(listener: () => void): () => void {
  const ended = new AbortController()
  addEventListener('online', listener, { signal: ended.signal })
  addEventListener('offline', listener, { signal: ended.signal })
  return () => ended.abort()
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
