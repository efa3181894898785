// Work on the host as a task, such as preparing a snapshot or support bundle. Live updates report when it is done; without them it
// is polled.
import { QueryObserver } from '@tanstack/query-core'
import { queryClient, queryOptions, type Query } from './api.ts'
import { areLiveUpdatesOff } from './polling.ts'
import { addTask, type TaskState } from './tasks.ts'

const POLL_INTERVAL_MS = 5000

interface WatchOptions<T> {
  title: string
  to: string
  stateOf: (data: T) => TaskState
}

export function watchTask<T>(wanted: Query<T>, { title, to, stateOf }: WatchOptions<T>): void {
  const observer = new QueryObserver<T>(queryClient, {
    ...queryOptions(wanted),
    refetchInterval: () => areLiveUpdatesOff() && POLL_INTERVAL_MS,
  })
  const state = (): TaskState => {
    const { data, error } = observer.getCurrentResult()
    if (error) return { phase: 'failed', problem: error.message }
    return data === undefined ? { phase: 'running' } : stateOf(data)
  }
  addTask({
    title,
    to,
    state,
    subscribe(listener) {
      const stop = observer.subscribe(() => {
        listener()
        // the outcome is final; stop watching
        if (state().phase !== 'running') stop()
      })
      return stop
    },
  })
}
