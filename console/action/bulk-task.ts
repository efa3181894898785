// An action on many rows as a task: a few at a time, with progress, or all in one go if the action can do that. Rows not yet started
// can be canceled; failed ones retried.
import { together } from '../cache.ts'
import { addTask, type TaskState } from '../tasks.ts'
import type { Undo } from '../ui/overlay/toast.ts'
import { countOf } from '../util/count.ts'
import { makeStore } from '../util/store.ts'
import { whyNotOf, type Action } from './action.tsx'

export interface BulkItem {
  key: string
  name: string
  action: Action
}

export interface Chosen {
  key: string
  name: string
  actions: readonly Action[]
}

/** A row that the action does not change. */
export interface Skipped extends Chosen {
  /** undefined if the row does not have the action */
  already: string | undefined
}

/** Rows in the wanted state are skipped, and rows that do not have the action. */
export function divide(chosen: readonly Chosen[], label: string): { work: BulkItem[]; skipped: Skipped[] } {
  const work: BulkItem[] = []
  const skipped: Skipped[] = []
  for (const row of chosen) {
    const action = row.actions.find((one) => one.bulk && one.label === label)
    if (action && !action.already) work.push({ key: row.key, name: row.name, action })
    else skipped.push({ ...row, already: action?.already })
  }
  return { work, skipped }
}

export interface Outcome {
  key: string
  name: string
  problem: string | undefined
}

const BATCH_SIZE = 10

export interface BulkTask {
  /** for removeTask */
  task: number
  /** one per item, in order */
  ended: Promise<Outcome[]>
  /** of what was done in one go, once it has ended */
  undo: () => Undo | undefined
}

/** 'Stop web-1', or 'Stop 3 instances'. */
export const bulkTitle = (label: string, nouns: string, items: readonly { name: string }[]): string =>
  `${label} ${items.length === 1 ? items[0]!.name : `${items.length} ${nouns}`}`

interface Counts {
  done: number
  skipped: number
  failed: number
}

/** 'Stopped 4 instances. 1 skipped.' */
export const bulkResult = (past: string, nouns: string, { done, skipped, failed }: Counts): string =>
  [
    `${past} ${done > 0 ? countOf(done, nouns) : `no ${nouns}`}.`,
    ...(skipped > 0 ? [`${skipped} skipped.`] : []),
    ...(failed > 0 ? [`${failed} failed.`] : []),
  ].join(' ')

export function startBulk(label: string, nouns: string, items: readonly BulkItem[]): BulkTask {
  const progress = makeStore<Progress>({ problems: new Map(), isCanceled: false, isOver: false })
  const update = (next: Partial<Progress>) => progress.set({ ...progress.get(), ...next })
  const end = ({ key }: BulkItem, problem: string | undefined) =>
    update({ problems: new Map(progress.get().problems).set(key, problem) })

  const ready = items.filter(({ action }) => !whyNotOf(action))
  const runAll = ready[0]?.action.runAll

  async function runEach(): Promise<void> {
    for (let at = 0; at < ready.length; at += BATCH_SIZE) {
      await Promise.all(
        ready.slice(at, at + BATCH_SIZE).map(async (item) => {
          end(item, progress.get().isCanceled ? 'Canceled' : await problemOf(() => item.action.run?.()))
        }),
      )
    }
  }

  async function run(): Promise<Outcome[]> {
    for (const item of items) {
      const whyNot = whyNotOf(item.action)
      if (whyNot) end(item, whyNot)
    }
    if (runAll) {
      const problem = await problemOf(() => runAll(ready.map(({ name }) => name)))
      for (const item of ready) end(item, problem)
    } else await runEach()
    update({ isOver: true })
    return outcomesOf(items, progress.get())
  }

  const task = addTask({
    title: bulkTitle(label, nouns, items),
    state: () => stateOf(items, progress.get()),
    subscribe: progress.subscribe,
    // what is done in one go cannot be canceled
    ...(!runAll && { cancel: () => update({ isCanceled: true }) }),
    retry: () =>
      void startBulk(
        label,
        nouns,
        items.filter(({ key }) => progress.get().problems.get(key)),
      ),
    isFragile: true,
  })
  return { task, ended: together(run), undo: () => (runAll ? ready[0]?.action.undo?.() : undefined) }
}

async function problemOf(work: () => unknown): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

interface Progress {
  /** of the rows that have ended, by their key */
  problems: ReadonlyMap<string, string | undefined>
  isCanceled: boolean
  isOver: boolean
}

const outcomesOf = (items: readonly BulkItem[], { problems }: Progress): Outcome[] =>
  items.filter(({ key }) => problems.has(key)).map(({ key, name }) => ({ key, name, problem: problems.get(key) }))

function stateOf(items: readonly BulkItem[], progress: Progress): TaskState {
  const outcomes = outcomesOf(items, progress)
  const failed = outcomes.filter(({ problem }) => problem)
  const note = `${outcomes.length - failed.length} of ${items.length} done`
  if (!progress.isOver) {
    const percent = Math.floor((outcomes.length / items.length) * 100)
    return { phase: 'running', note, percent, whyNotCancel: progress.isCanceled ? 'Already being canceled' : undefined }
  }
  if (failed.length === 0) return { phase: 'done', note }
  const problem = failed.map((one) => `${one.name}: ${one.problem}`).join('; ')
  return { phase: progress.isCanceled ? 'canceled' : 'failed', note, problem }
}
