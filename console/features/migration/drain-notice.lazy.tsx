// How far a sled is drained, on its page: progress and a way to stop it, and afterwards who stays and why.
import { apiAction } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Progress } from '../../ui/page/progress.tsx'
import { useLoad } from '../../use-api.ts'
import { first1000Drains, type Drain } from './migration-queries.ts'
import { drainedPercent, drainText, PROGRESS_INTERVAL_MS } from './migration-task.ts'

export function DrainNotice({ sledId }: { sledId: string }) {
  const known = useDrain(sledId)
  // read twice: how often it is read depends on what was read
  const drain = useDrain(sledId, known?.state === 'running' && PROGRESS_INTERVAL_MS)
  if (!drain) return null
  return drain.state === 'running' ? <Draining drain={drain} /> : <Drained drain={drain} />
}

/** The last one. */
const useDrain = (sledId: string, poll: number | false = false) =>
  useLoad(first1000Drains(), { poll, optional: true }).data?.items.find((drain) => drain.sledId === sledId)

function Draining({ drain }: { drain: Drain }) {
  const stop = apiAction({
    label: 'Stop draining',
    operation: 'sled_drain_stop',
    params: { path: { sledId: drain.sledId } },
    done: `Stopped draining sled ${drain.serial}`,
  })
  return (
    <Message title="Draining this sled" action={<ActionButton action={stop} />}>
      <div className="mt-1 max-w-md space-y-1">
        <Progress label={`Drain of ${drain.serial}`} value={drainedPercent(drain)} />
        <p className="text-muted tabular-nums">{drainText(drain)}</p>
      </div>
    </Message>
  )
}

function Drained({ drain }: { drain: Drain }) {
  const staying = drain.instances.filter(({ state }) => state === 'left')
  if (staying.length === 0)
    return drain.state === 'completed' ? (
      <Message title="Drained">All instances that ran here have moved or stopped. The sled can be serviced.</Message>
    ) : null
  return (
    <Message
      tone="notice"
      title={drain.state === 'stopped' ? 'The drain was stopped' : 'Some instances could not move'}
    >
      <ul className="mt-1 space-y-1">
        {staying.map(({ instanceId, instanceName, siloName, projectName, reason }) => (
          <li key={instanceId} className="wrap-anywhere">
            <strong>{instanceName}</strong> ({siloName} / {projectName}): {reason}
          </li>
        ))}
      </ul>
    </Message>
  )
}
