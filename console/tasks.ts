// Long-running work, independent of any page: uploads, bulk actions, and work on the host. The tray in the top bar shows it.
// Tasks live as long as the tab, so the browser asks before closing it while one would be lost.
import { makeStore, type Readable } from './util/store.ts'

export interface TaskState {
  phase: 'running' | 'done' | 'failed' | 'canceled'
  /** progress or outcome, in words */
  note?: string | undefined
  /** 0 to 100; undefined while unknown */
  percent?: number | undefined
  problem?: string | undefined
  /** why it can no longer be canceled */
  whyNotCancel?: string | undefined
}

export interface TaskSource {
  /** names what it works on, for pages that show the task too */
  key?: string
  title: string
  /** the page of its resource */
  to?: string
  state: () => TaskState
  subscribe: (listener: () => void) => () => void
  cancel?: () => void
  /** restarts it as a new task that replaces this one */
  retry?: () => void
  /** closing the tab would lose the work */
  isFragile?: boolean
}

export interface Task extends Omit<TaskSource, 'state' | 'subscribe'> {
  id: number
  state: TaskState
}

const store = makeStore<readonly Task[]>([])
/** newest first */
export const allTasks: Readable<readonly Task[]> = store
let count = 0
const stops = new Map<number, () => void>()

function update(next: readonly Task[]): void {
  store.set(next)
  const isAtRisk = next.some(({ isFragile, state }) => isFragile && state.phase === 'running')
  if (isAtRisk) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Returns the id of the task, for removeTask. */
export function addTask({ state, subscribe, ...rest }: TaskSource): number {
  const id = ++count
  const refresh = () => update(allTasks.get().map((task) => (task.id === id ? { ...task, state: state() } : task)))
  stops.set(id, subscribe(refresh))
  update([{ ...rest, id, state: state() }, ...allTasks.get()])
  return id
}

export function removeTask(id: number): void {
  stops.get(id)?.()
  stops.delete(id)
  update(allTasks.get().filter((task) => task.id !== id))
}

export function retryTask({ id, retry }: Task): void {
  removeTask(id)
  retry?.()
}

export function clearFinishedTasks(): void {
  for (const { id, state } of allTasks.get()) if (state.phase !== 'running') removeTask(id)
}
