// An action on many rows as a task: a few at a time, with progress. Rows not yet started can be canceled; failed ones retried.
import { together } from '../api.ts'
import { addTask, type TaskState } from '../tasks.ts'
import type { Action } from './action.tsx'

export interface BulkItem {
  key: string
  name: string
  action: Action
}

export interface Outcome {
  key: string
  name: string
  problem: string | undefined
}

/** Starts a batch together, because concurrent writes may be merged into one request (firewall rules). */
const BATCH_SIZE = 10

export interface BulkTask {
  /** for removeTask */
  task: number
  /** one per item, in order */
  ended: Promise<Outcome[]>
}

/** 'Stop web-1', or 'Stop 3 instances'. */
export const bulkTitle = (label: string, nouns: string, items: readonly { name: string }[]): string =>
  `${label} ${items.length === 1 ? items[0]!.name : `${items.length} ${nouns}`}`

export function startBulk(label: string, nouns: string, items: readonly BulkItem[]): BulkTask {
  const outcomes = new Map<string, Outcome>()
  const listeners = new Set<() => void>()
  let isCanceled = false
  let isOver = false
  const notify = () => listeners.forEach((listener) => listener())

  async function run(): Promise<Outcome[]> {
    for (let at = 0; at < items.length; at += BATCH_SIZE) {
      await Promise.all(
        items.slice(at, at + BATCH_SIZE).map(async ({ key, name, action }) => {
          const problem = isCanceled ? 'Canceled' : await problemOf(action)
          outcomes.set(key, { key, name, problem })
          notify()
        }),
      )
    }
    isOver = true
    notify()
    return items.map(({ key }) => outcomes.get(key)!)
  }

  const task = addTask({
    title: bulkTitle(label, nouns, items),
    state: () => stateOf([...outcomes.values()], { total: items.length, isCanceled, isOver }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    cancel() {
      isCanceled = true
      notify()
    },
    retry: () =>
      void startBulk(
        label,
        nouns,
        items.filter(({ key }) => outcomes.get(key)?.problem),
      ),
    isFragile: true,
  })
  return { task, ended: together(run) }
}

async function problemOf({ run, whyNot }: Action): Promise<string | undefined> {
  if (whyNot) return whyNot
  try {
    await run?.(true)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

interface Progress {
  total: number
  isCanceled: boolean
  isOver: boolean
}

export function stateOf(outcomes: readonly Outcome[], { total, isCanceled, isOver }: Progress): TaskState {
  const failed = outcomes.filter(({ problem }) => problem)
  const note = `${outcomes.length - failed.length} of ${total} done`
  if (!isOver) {
    const percent = Math.floor((outcomes.length / total) * 100)
    return { phase: 'running', note, percent, whyNotCancel: isCanceled ? 'Already being canceled' : undefined }
  }
  if (failed.length === 0) return { phase: 'done', note }
  const problem = failed.map((one) => `${one.name}: ${one.problem}`).join('; ')
  return { phase: isCanceled ? 'canceled' : 'failed', note, problem }
}
