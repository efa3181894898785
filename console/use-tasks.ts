// The tasks in components. Separate from tasks.ts, which is free of React.
import { useSyncExternalStore } from 'react'
import { allTasks, onTasks } from './tasks.ts'

export const useTasks = () => useSyncExternalStore(onTasks, allTasks)
