// Bulk actions for the selected rows, and the outcome for each. Failed rows stay selected.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { removeTask } from '../tasks.ts'
import { Button } from '../ui/input/button.tsx'
import { confirm } from '../ui/overlay/confirm.tsx'
import { Message } from '../ui/display/message.tsx'
import type { Action } from './action.tsx'
import { bulkTitle, startBulk, type BulkTask, type Outcome } from './bulk-task.ts'
import { ViewRequest } from './view-request.tsx'

export interface Chosen {
  key: string
  name: string
  actions: readonly Action[]
}

interface Report {
  label: string
  outcomes: Outcome[]
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
  const follow = async (label: string, { task, ended }: BulkTask) => {
    const outcomes = await ended
    if (!isHere.current) return
    // reported here, so the tray need not
    removeTask(task)
    setReport({ label, outcomes })
    onDone(outcomes.filter(({ problem }) => !problem).map(({ key }) => key))
  }
  const start = async (label: string) => {
    const work = chosen.flatMap((row) => {
      const action = row.actions.find((one) => one.bulk && one.label === label)
      return action ? [{ ...row, action }] : []
    })
    const consequence = await consequenceOf(work[0]?.action.ask)
    const calls = work.flatMap(({ action }) => (action.call && !action.whyNot ? [action.call] : []))
    confirm({
      title: bulkTitle(label, nouns, work),
      content: (
        <>
          {consequence && <p>{consequence}</p>}
          <ul className="list-disc space-y-0.5 pl-5">
            {work.map(({ key, name, action }) => (
              <li key={key}>
                <strong>{name}</strong>
                {action.whyNot && ` will fail: ${action.whyNot}`}
              </li>
            ))}
          </ul>
          {calls.length > 0 && <ViewRequest calls={calls} />}
        </>
      ),
      tone: work.some(({ action }) => action.danger || action.caution) ? 'danger' : 'primary',
      actionLabel: label,
      whyNot: work.every(({ action }) => action.whyNot) ? 'All of these will fail' : undefined,
      run() {
        // not awaited: the tray shows its progress
        void follow(label, startBulk(label, nouns, work))
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
      {report && <Outcomes {...report} onClose={() => setReport(undefined)} />}
    </>
  )
}

async function consequenceOf(ask: Action['ask']): Promise<ReactNode> {
  // without its code or data, the question is asked without the consequence
  const question = typeof ask === 'function' ? await ask().catch(() => undefined) : ask
  return question?.bulkConsequence ?? question?.consequence
}

function Outcomes({ label, outcomes, onClose }: Report & { onClose: () => void }) {
  const failed = outcomes.filter(({ problem }) => problem).length
  return (
    <div className="mt-2">
      <Message
        alert
        tone={failed > 0 ? 'danger' : 'success'}
        title={`${label}: ${outcomes.length - failed} done, ${failed} failed`}
        action={
          <Button size="sm" variant="ghost" onClick={onClose}>
            Dismiss
          </Button>
        }
      >
        <ul className="space-y-0.5">
          {outcomes.map(({ name, problem }) => (
            <li key={name}>
              <strong className="font-medium">{name}</strong>: {problem ?? 'done'}
            </li>
          ))}
        </ul>
      </Message>
    </div>
  )
}
