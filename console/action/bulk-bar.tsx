// What can be done to the selected rows at once, and how it went for each. What failed stays selected.
import { useState } from 'react'
import { together } from '../api.ts'
import { Button } from '../ui/input/button.tsx'
import { confirm } from '../ui/overlay/confirm.tsx'
import { Message } from '../ui/display/message.tsx'
import type { Action } from './action.tsx'
import { ViewRequest } from './view-request.tsx'

export interface Chosen {
  key: string
  name: string
  actions: readonly Action[]
}

interface Outcome {
  name: string
  problem: string | undefined
}

interface Report {
  label: string
  outcomes: Outcome[]
}

export interface BulkBarProps {
  chosen: readonly Chosen[]
  onClear: () => void
  /** these are done: no longer selected */
  onDone: (keys: readonly string[]) => void
}

export function BulkBar({ chosen, onClear, onDone }: BulkBarProps) {
  const [report, setReport] = useState<Report>()
  const labels = [
    ...new Set(chosen.flatMap(({ actions }) => actions.filter(({ bulk }) => bulk).map((one) => one.label))),
  ]
  const start = (label: string) => {
    const work = chosen.flatMap((row) => {
      const action = row.actions.find((one) => one.bulk && one.label === label)
      return action ? [{ ...row, action }] : []
    })
    const ask = work[0]?.action.ask
    const consequence = typeof ask === 'object' && ask.consequence
    const calls = work.flatMap(({ action }) => (action.call && !action.whyNot ? [action.call] : []))
    confirm({
      title: `${label} ${work.length} ${work.length === 1 ? 'row' : 'rows'}`,
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
      async run() {
        const outcomes = await together(() => Promise.all(work.map(({ name, action }) => outcomeOf(name, action))))
        setReport({ label, outcomes })
        onDone(work.filter((_, index) => !outcomes[index]?.problem).map(({ key }) => key))
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
            <Button key={label} size="sm" onClick={() => start(label)}>
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

async function outcomeOf(name: string, { run, whyNot }: Action): Promise<Outcome> {
  if (whyNot) return { name, problem: whyNot }
  try {
    await run?.()
    return { name, problem: undefined }
  } catch (error) {
    return { name, problem: error instanceof Error ? error.message : String(error) }
  }
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
