// Bulk actions as tasks: progress, failures, canceling the rest, and retrying.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allTasks, removeTask, retryTask } from '../tasks.ts'
import { bulkResult, divide, startBulk, type BulkItem } from './bulk-task.ts'

// the console's modules run in Node, without the tab's events
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
})
afterEach(() => {
  for (const { id } of allTasks.get()) removeTask(id)
  vi.unstubAllGlobals()
})

const item = (name: string, run: () => unknown, whyNot?: string): BulkItem => ({
  key: name,
  name,
  action: { label: 'Stop', run, whyNot },
})
const row = (name: string, ...actions: BulkItem['action'][]) => ({ key: name, name, actions })
const fail = () => {
  throw new Error('it is busy')
}

test('reports each row, and keeps the reasons', async () => {
  const ran: string[] = []
  const { ended } = startBulk('Stop', 'instances', [
    item('a', () => ran.push('a')),
    item('b', fail),
    item('c', () => ran.push('c'), 'Already stopped'),
  ])
  expect((await ended).map(({ name, problem }) => [name, problem])).toEqual([
    ['a', undefined],
    ['b', 'it is busy'],
    ['c', 'Already stopped'],
  ])
  expect(ran).toEqual(['a'])
  expect(allTasks.get()[0]?.title).toBe('Stop 3 instances')
  expect(allTasks.get()[0]?.state).toMatchObject({
    phase: 'failed',
    note: '1 of 3 done',
    problem: 'b: it is busy; c: Already stopped',
  })
})

test('cancels rows that have not started', async () => {
  const ran: string[] = []
  const names = Array.from({ length: 25 }, (_, index) => `row-${index}`)
  const { ended } = startBulk(
    'Stop',
    'instances',
    names.map((name) =>
      item(name, () => {
        ran.push(name)
        if (name === 'row-3') allTasks.get()[0]?.cancel?.()
      }),
    ),
  )
  const outcomes = await ended
  expect(ran.length).toBeLessThan(names.length)
  expect(outcomes.filter(({ problem }) => problem === undefined)).toHaveLength(ran.length)
  expect(allTasks.get()[0]?.state.phase).toBe('canceled')
})

test('retries only failed rows', async () => {
  let isBusy = true
  const ran: string[] = []
  const first = startBulk('Stop', 'instances', [
    item('a', () => ran.push('a')),
    item('b', () => (isBusy ? fail() : ran.push('b'))),
  ])
  await first.ended
  isBusy = false
  retryTask(allTasks.get()[0]!)
  expect(allTasks.get().map(({ title }) => title)).toEqual(['Stop b'])
  await vi.waitFor(() => expect(allTasks.get()[0]?.state).toMatchObject({ phase: 'done', note: '1 of 1 done' }))
  expect(ran).toEqual(['a', 'b'])
})

test('an action that can do all rows at once gets the names of those that are ready', async () => {
  const asked: (readonly string[])[] = []
  let isBusy = true
  const runAll = (names: readonly string[]) => {
    asked.push(names)
    if (isBusy) fail()
  }
  const all = (name: string, whyNot?: string): BulkItem => ({
    key: `id of ${name}`,
    name,
    action: { label: 'Disable', run: fail, runAll, whyNot, undo: () => async () => `restored by ${name}` },
  })
  const { ended, undo } = startBulk('Disable', 'rules', [all('a'), all('b', 'Already disabled'), all('c')])
  expect(allTasks.get()[0]?.cancel).toBeUndefined()
  expect((await ended).map(({ name, problem }) => [name, problem])).toEqual([
    ['a', 'it is busy'],
    ['b', 'Already disabled'],
    ['c', 'it is busy'],
  ])
  expect(await undo()?.()).toBe('restored by a')
  isBusy = false
  retryTask(allTasks.get()[0]!)
  await vi.waitFor(() => expect(allTasks.get()[0]?.state).toMatchObject({ phase: 'failed', note: '2 of 3 done' }))
  expect(asked).toEqual([
    ['a', 'c'],
    ['a', 'c'],
  ])
})

test('rows in the wanted state are skipped, and those that do not have the action', () => {
  const stop = { label: 'Stop', bulk: 'Stopped' }
  const { work, skipped } = divide(
    [
      row('a', stop),
      row('b', { ...stop, already: 'already stopped', whyNot: 'Only running instances can be stopped' }),
      row('c', { ...stop, whyNot: 'Only running instances can be stopped' }),
      row('d', { label: 'Start', bulk: 'Started' }),
    ],
    'Stop',
  )
  expect(work.map(({ name }) => name)).toEqual(['a', 'c'])
  expect(skipped.map(({ name, already }) => [name, already])).toEqual([
    ['b', 'already stopped'],
    ['d', undefined],
  ])
})

test.each([
  [{ done: 4, skipped: 1, failed: 0 }, 'Stopped 4 instances. 1 skipped.'],
  [{ done: 1, skipped: 0, failed: 0 }, 'Stopped 1 instance.'],
  [{ done: 0, skipped: 0, failed: 2 }, 'Stopped no instances. 2 failed.'],
])('%o is "%s"', (counts, text) => {
  expect(bulkResult('Stopped', 'instances', counts)).toBe(text)
})
