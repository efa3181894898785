// Bulk actions for the selected rows. A toast says how they went; failures are listed here, and their rows stay selected.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { removeTask } from '../tasks.ts'
import { Button } from '../ui/input/button.tsx'
import { confirm } from '../ui/overlay/confirm.tsx'
import { Message } from '../ui/display/message.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { whyNotOf, type Action } from './action.tsx'
import {
  bulkResult,
  bulkTitle,
  divide,
  startBulk,
  type BulkItem,
  type BulkTask,
  type Chosen,
  type Outcome,
} from './bulk-task.ts'
import { ViewRequest } from './view-request.tsx'

interface Report {
  title: string
  failed: Outcome[]
}

export interface BulkPanelProps {
  chosen: readonly Chosen[]
  /** what is selected, in the plural */
  nouns: string
  onClear: () => void
  /** deselects these rows, which are done */
  onDone: (keys: readonly string[]) => void
  /** the code could not be loaded */
  onClose: () => void
}

export function BulkPanel({ chosen, nouns, onClear, onDone }: BulkPanelProps) {
  const [report, setReport] = useState<Report>()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const labels = [
    ...new Set(chosen.flatMap(({ actions }) => actions.filter(({ bulk }) => bulk).map((one) => one.label))),
  ]
  const follow = async (past: string, skipped: readonly Chosen[], { task, ended, undo }: BulkTask) => {
    const outcomes = await ended
    if (!isHere.current) return
    // reported here, so the tray need not
    removeTask(task)
    const failed = outcomes.filter(({ problem }) => problem)
    const done = outcomes.filter(({ problem }) => !problem)
    const title = bulkResult(past, nouns, { done: done.length, skipped: skipped.length, failed: failed.length })
    if (failed.length === 0) toast({ content: title, undo: undo() })
    setReport(failed.length > 0 ? { title, failed } : undefined)
    onDone([...done, ...skipped].map(({ key }) => key))
  }
  const start = async (label: string) => {
    const { work, skipped } = divide(chosen, label)
    const past = work[0]?.action.bulk ?? label
    const consequence = await consequenceOf(work[0]?.action.ask)
    const calls = work.flatMap(({ action }) => (action.call && !whyNotOf(action) ? [action.call] : []))
    confirm({
      title: bulkTitle(label, nouns, work.length > 0 ? work : chosen),
      content: (
        <>
          {consequence && <p>{consequence}</p>}
          <ul className="list-disc space-y-0.5 pl-5">
            {work.map(({ key, name, action }) => (
              <li key={key}>
                <strong>{name}</strong>
                {whyNotOf(action) && ` will fail: ${whyNotOf(action)}`}
              </li>
            ))}
            {skipped.map(({ key, name, already }) => (
              <li key={key}>
                <strong>{name}</strong> {already ? `is ${already} and will be skipped` : 'will be skipped'}
              </li>
            ))}
          </ul>
          {calls.length > 0 && <ViewRequest calls={calls} />}
        </>
      ),
      tone: toneOf(work.map(({ action }) => action)),
      actionLabel: label,
      whyNot: whyNotStart(work),
      run() {
        // not awaited: the tray shows its progress
        void follow(past, skipped, startBulk(label, nouns, work))
      },
    })
  }
  return (
    <>
      {chosen.length > 0 && (
        <section
          aria-label="Selected rows"
          className="sticky bottom-2 z-3 mt-2 flex min-h-10 flex-wrap items-center gap-2 rounded-md border border-accent-line bg-accent-soft px-3 py-1 text-sm"
        >
          <output className="font-medium">{chosen.length} selected</output>
          {labels.map((label) => (
            <Button key={label} size="sm" onClick={() => void start(label)}>
              {label}
            </Button>
          ))}
          <span className="ml-auto">
            <Button size="sm" variant="ghost" onClick={onClear}>
              Clear selection
            </Button>
          </span>
        </section>
      )}
      {report && <Failures {...report} onClose={() => setReport(undefined)} />}
    </>
  )
}

async function consequenceOf(ask: Action['ask']): Promise<ReactNode> {
  // without its code or data, the question is asked without the consequence
  const question = typeof ask === 'function' ? await ask().catch(() => undefined) : ask
  return question?.bulkConsequence ?? question?.consequence
}

function toneOf(actions: readonly Action[]) {
  if (actions.some(({ danger }) => danger)) return 'danger'
  return actions.some(({ caution }) => caution) ? 'caution' : 'primary'
}

function whyNotStart(work: readonly BulkItem[]): string | undefined {
  if (work.length === 0) return 'All of these will be skipped'
  return work.every(({ action }) => whyNotOf(action)) ? 'All of these will fail' : undefined
}

function Failures({ title, failed, onClose }: Report & { onClose: () => void }) {
  return (
    <div className="mt-2">
      <Message
        alert
        tone="danger"
        title={title}
        action={
          <Button size="sm" variant="ghost" onClick={onClose}>
            Dismiss
          </Button>
        }
      >
        <ul className="space-y-0.5">
          {failed.map(({ key, name, problem }) => (
            <li key={key}>
              <strong className="font-medium">{name}</strong>: {problem}
            </li>
          ))}
        </ul>
      </Message>
    </div>
  )
}
