// How far a sled is drained, on its page: progress and a way to stop it, and afterwards who stays and why.
import { apiAction } from '../../action/action.tsx'
import { ActionButton } from '../../frame/action-button.tsx'
import { Message } from '../../ui/display/message.tsx'
import { Progress } from '../../ui/page/progress.tsx'
import { useLoad } from '../../use-api.ts'
import { lastDrain, type Drain } from './migration-queries.ts'
import { drainedPercent, drainText, PROGRESS_INTERVAL_MS } from './migration-task.ts'

export function DrainNotice({ sledId }: { sledId: string }) {
  const first = useLoad(lastDrain(sledId), { optional: true }).data
  const isRunning = first?.type === 'success' && first.data.state === 'running'
  const { data = first } = useLoad(lastDrain(sledId), { poll: isRunning && PROGRESS_INTERVAL_MS, optional: true })
  if (data?.type !== 'success') return null
  return data.data.state === 'running' ? <Draining drain={data.data} /> : <Drained drain={data.data} />
}

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
