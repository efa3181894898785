// Empties a sled: first the plan, who goes where and who cannot, then the moves, a few at a time.
import { capitalize } from '#contract/errors.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Message } from '../../ui/display/message.tsx'
import { SkeletonRows } from '../../ui/display/skeleton.tsx'
import { TabLoad } from '../../ui/display/tab-load.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { gibText } from '../../util/format.ts'
import { first1000Sleds } from '../sled/sled-queries.ts'
import { drainPlan } from './migration-queries.ts'
import { watchDrain } from './migration-task.ts'

export interface DrainFormProps {
  sled: { id: string; baseboard: { serial: string } }
  onClose: () => void
}

export function DrainForm({ sled: { id, baseboard }, onClose }: DrainFormProps) {
  const { data, error } = useLoad(drainPlan(id))
  const { serial } = baseboard
  const staying = data?.instances.filter(({ toSledId }) => toSledId === null).length ?? 0
  return (
    <SideForm
      operation="sled_drain_start"
      title={`Drain sled ${serial}`}
      submitLabel="Start moving"
      defaultValues={{}}
      whyNot={whyNotDrain(data?.instances.length)}
      toParams={() => ({ path: { sledId: id } })}
      onSuccess={(drain) => {
        watchDrain(drain)
        toast(`Draining sled ${serial}`)
        onClose()
      }}
      onClose={onClose}
    >
      <p className="text-sm">
        Running instances move to other sleds, two at a time, and keep running. You can stop the drain at any time.
      </p>
      {staying > 0 && (
        <Message tone="notice" title={staying === 1 ? 'One instance cannot move' : `${staying} instances cannot move`}>
          They stay on this sled until they are stopped, or until there is room for them.
        </Message>
      )}
      {!data ? (
        error ? (
          <TabLoad error={error} />
        ) : (
          <SkeletonRows rows={5} columns={1} />
        )
      ) : data.instances.length === 0 ? (
        <p className="text-sm text-muted">No instances run on this sled. It is ready for service.</p>
      ) : (
        <Plan instances={data.instances} />
      )}
    </SideForm>
  )
}

/** Nothing moves before the operator has seen the plan. */
function whyNotDrain(planned: number | undefined): string | undefined {
  if (planned === undefined) return 'The plan is not known yet'
  return planned === 0 ? 'No instances run on this sled' : undefined
}

interface Planned {
  instanceId: string
  instanceName: string
  projectName: string
  siloName: string
  ncpus: number
  memory: number
  toSledId?: string | null
  reason: string
}

function Plan({ instances }: { instances: readonly Planned[] }) {
  const sleds = useLoad(first1000Sleds()).data?.items ?? []
  const serialOf = (sledId: string) => sleds.find((sled) => sled.id === sledId)?.baseboard.serial ?? sledId
  return (
    <ul aria-label="Plan" className="divide-y divide-line rounded-md border border-line text-sm">
      {instances.map(({ instanceId, instanceName, projectName, siloName, ncpus, memory, toSledId, reason }) => (
        <li key={instanceId} className="px-3 py-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{instanceName}</span>{' '}
              <span className="text-xs text-muted">
                {siloName} / {projectName}, {ncpus} {ncpus === 1 ? 'vCPU' : 'vCPUs'}, {gibText(memory)}
              </span>
            </span>
            <Badge tone={toSledId ? 'success' : 'notice'}>{toSledId ? `to ${serialOf(toSledId)}` : 'stays'}</Badge>
          </div>
          <p className="text-xs wrap-anywhere text-muted">{capitalize(reason)}</p>
        </li>
      ))}
    </ul>
  )
}
