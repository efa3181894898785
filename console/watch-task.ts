// Work on the host as a task, such as preparing a snapshot or support bundle. Live updates report when it is done; without them it
// is polled.
import { QueryObserver } from '@tanstack/query-core'
import { queryOptions, type Query } from './api.ts'
import { queryClient } from './cache.ts'
import { areLiveUpdatesOff } from './polling.ts'
import { addTask, type TaskState } from './tasks.ts'
import { toast } from './ui/overlay/toast.ts'

const POLL_INTERVAL_MS = 5000

interface WatchOptions<T> {
  title: string
  to: string
  stateOf: (data: T) => TaskState
  /** ms; for progress, which live updates do not report */
  interval?: number
  /** ends it on the host; left out, it cannot be canceled */
  cancel?: () => Promise<unknown>
  /** starts it again on the host after it has failed */
  retry: () => Promise<unknown>
}

const report = (error: unknown) => toast({ content: error instanceof Error ? error.message : '', tone: 'error' })

export function watchTask<T>(wanted: Query<T>, { stateOf, interval, cancel, retry, ...about }: WatchOptions<T>): void {
  const observer = new QueryObserver<T>(queryClient, {
    ...queryOptions(wanted),
    refetchInterval: () => interval ?? (areLiveUpdatesOff() && POLL_INTERVAL_MS),
  })
  let isCanceled = false
  let notify: (() => void) | undefined
  const state = (): TaskState => {
    // what was canceled may be gone already
    if (isCanceled) return { phase: 'canceled' }
    const { data, error } = observer.getCurrentResult()
    if (error) return { phase: 'failed', problem: error.message }
    return data === undefined ? { phase: 'running' } : stateOf(data)
  }
  async function end(): Promise<void> {
    await cancel?.()
    isCanceled = true
    notify?.()
  }
  addTask({
    ...about,
    state,
    cancel: () => void end().catch(report),
    retry: () => void retry().catch(report),
    subscribe(listener) {
      const stop = observer.subscribe(() => notify?.())
      notify = () => {
        listener()
        // the outcome is final; stop watching
        if (state().phase !== 'running') stop()
      }
      return stop
    },
  })
}
