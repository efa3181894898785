// Work of the host in the tasks tray: its end, canceling and retrying it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Query } from './api.ts'
import { queryClient } from './cache.ts'
import { allTasks, removeTask, retryTask, type TaskState } from './tasks.ts'
import { takeToasts } from './ui/overlay/toast.ts'
import { watchTask } from './watch-task.ts'

// tasks guard the closing of the tab
beforeEach(() => {
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
})

afterEach(() => {
  for (const { id } of allTasks.get()) removeTask(id)
  queryClient.clear()
})

const wanted = (phase: () => TaskState['phase']): Query<TaskState> => ({
  key: ['support_bundle_view', {}],
  fetch: () => Promise.resolve({ phase: phase() }),
})
const options = { title: 'Collect', to: '/', stateOf: (state: TaskState) => state }
const phaseOf = () => allTasks.get()[0]?.state.phase

test('follows the host until the end', async () => {
  let phase: TaskState['phase'] = 'running'
  watchTask(
    wanted(() => phase),
    { ...options, retry: vi.fn() },
  )
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(phaseOf()).toBe('running')
  phase = 'done'
  await queryClient.invalidateQueries()
  await expect.poll(phaseOf).toBe('done')
})

test('is canceled on the host, and stays canceled when it is gone there', async () => {
  const cancel = vi.fn().mockResolvedValue(undefined)
  watchTask(
    wanted(() => 'running'),
    { ...options, cancel, retry: vi.fn() },
  )
  allTasks.get()[0]!.cancel!()
  await expect.poll(phaseOf).toBe('canceled')
  expect(cancel).toHaveBeenCalledOnce()
})

test('goes on when the host refuses to cancel it, and says why', async () => {
  const cancel = vi.fn().mockRejectedValue(new Error('Too late'))
  watchTask(
    wanted(() => 'running'),
    { ...options, cancel, retry: vi.fn() },
  )
  allTasks.get()[0]!.cancel!()
  await expect.poll(takeToasts).toMatchObject([{ content: 'Too late', tone: 'error' }])
  expect(phaseOf()).toBe('running')
})

test('is started again after a failure, in place of the failed task', async () => {
  const retry = vi.fn().mockResolvedValue(undefined)
  watchTask(
    wanted(() => 'failed'),
    { ...options, retry },
  )
  await expect.poll(phaseOf).toBe('failed')
  retryTask(allTasks.get()[0]!)
  expect(retry).toHaveBeenCalledOnce()
  expect(allTasks.get()).toEqual([])
})
