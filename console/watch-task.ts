// Work that the host does by itself, as a task: a snapshot or a bundle that is being prepared. Live updates say when it is over; where
// there are none, it is asked for.
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
        // its end is final: nothing is left to watch
        if (state().phase !== 'running') stop()
      })
      return stop
    },
  })
}
