// Going back to a point in time: what happens, what is saved, and what stays. The tray follows it.
import type { Model } from '#contract/client.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import { isNotFound, seed, send } from '../../api.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { StorageUse } from '../../form/storage-use.tsx'
import { paths } from '../../paths.ts'
import type { TaskState } from '../../tasks.ts'
import { DateTime } from '../../ui/display/dates.tsx'
import { Message } from '../../ui/display/message.tsx'
import { useData, useLoad } from '../../use-api.ts'
import { watchTask } from '../../watch-task.ts'
import { utilization } from '../utilization/utilization-queries.ts'
import { atInstance, instanceDisks, instanceRollback, instanceView } from './instance-queries.ts'

type Point = Model<'RecoveryPoint'>
type Rollback = Model<'InstanceRollback'>
type Disk = Model<'Disk'>

interface InstanceRollbackProps {
  project: string
  instance: string
  point: Point
  onClose: () => void
}

export function InstanceRollbackForm({ project, instance: name, point, onClose }: InstanceRollbackProps) {
  const instance = useData(instanceView(project, name))
  const disks = useLoad(instanceDisks(project, name)).data?.items
  const { data: use } = useLoad(utilization(), { optional: true })
  const { replaced, unchanged, leftOut } = comparisonOf(disks ?? [], point)
  const bytes = replaced.reduce((sum, { size }) => sum + size, 0)
  const isRunning = instance.runState === 'running'
  const none = disks && replaced.length === 0 ? 'The instance no longer has any of these disks' : undefined
  return (
    <SideForm
      operation="instance_rollback_create"
      title="Go back"
      defaultValues={{}}
      whyNot={whyNotInstance('go_back', instance) ?? none}
      toParams={() => ({ ...atInstance(project, name), body: { pointId: point.id } })}
      onSuccess={(rollback) => {
        seed(instanceRollback(rollback.id), rollback)
        watch(project, rollback)
        onClose()
      }}
      onClose={onClose}
    >
      <p className="text-sm">
        {name} goes back to <DateTime value={point.timeCreated} />:
      </p>
      <ol className="list-decimal space-y-2 pl-5 text-sm">
        {isRunning && <li>The instance stops. Running programs end.</li>}
        <li>
          Its disks are saved in snapshots named <span className="font-mono">before-going-back-…</span>, a point in time
          that brings you back to the present.
        </li>
        <li>
          {replaced.length === 1 ? 'Disk ' : 'Disks '}
          <Names of={replaced.map((disk) => disk.name)} />{' '}
          {replaced.length === 1
            ? 'is replaced by a copy from that time. It keeps its name and gets a new ID.'
            : 'are replaced by copies from that time. They keep their names and get new IDs.'}{' '}
          Restore the replaced {replaced.length === 1 ? 'disk' : 'disks'} from <em>Recently deleted</em> if needed.
        </li>
        {isRunning && <li>The instance starts again.</li>}
      </ol>
      {isRunning && (
        <Message tone="notice" title="Newer data leaves the instance">
          Data written since then is kept only in the snapshots taken now.
        </Message>
      )}
      {unchanged.length > 0 && (
        <p className="text-sm">
          <Names of={unchanged.map((disk) => disk.name)} /> {unchanged.length === 1 ? 'is' : 'are'} not part of this
          point in time and {unchanged.length === 1 ? 'stays' : 'stay'} as{' '}
          {unchanged.length === 1 ? 'it is' : 'they are'}.
        </p>
      )}
      {leftOut.length > 0 && (
        <p className="text-sm">
          <Names of={leftOut} /> {leftOut.length === 1 ? 'is' : 'are'} no longer attached and{' '}
          {leftOut.length === 1 ? 'is' : 'are'} left out. Restore {leftOut.length === 1 ? 'it' : 'them'} as new{' '}
          {leftOut.length === 1 ? 'disk' : 'disks'} if needed.
        </p>
      )}
      <StorageUse bytes={2 * bytes} use={use} />
      <p className="text-sm text-muted">
        Size, addresses and other settings are kept. If something fails, nothing changes.
      </p>
    </SideForm>
  )
}

function Names({ of: names }: { of: readonly string[] }) {
  return <span className="font-medium">{names.join(', ')}</span>
}

/** As the host decides: by ID, or by name if the instance has gone back before. */
function comparisonOf(disks: readonly Disk[], { disks: copies }: Point) {
  const isCopied = (id: string) => copies.some(({ diskId }) => diskId === id)
  const found = copies.map(({ diskId, diskName, snapshotName }) => ({
    name: diskName ?? snapshotName,
    disk: disks.find(({ id }) => id === diskId) ?? disks.find(({ id, name }) => name === diskName && !isCopied(id)),
  }))
  const replaced = found.flatMap(({ disk }) => disk ?? [])
  return {
    replaced,
    unchanged: disks.filter((disk) => !replaced.includes(disk)),
    leftOut: found.flatMap(({ disk, name }) => (disk ? [] : name)),
  }
}

function watch(project: string, rollback: Rollback): void {
  const { id, name, pointId } = rollback
  watchTask(instanceRollback(id), {
    title: `Go back with ${name}`,
    to: paths.instanceRecovery({ project, instance: name }),
    stateOf: taskState,
    cancel: () => send('instance_rollback_delete', { path: { rollback: id } }),
    retry: () => retry(project, name, id, pointId),
  })
}

function taskState({ state, percent, problem }: Rollback): TaskState {
  if (state === 'done') return { phase: 'done' }
  if (state === 'failed') return { phase: 'failed', problem: `${problem ?? ''} The instance is unchanged.` }
  if (state === 'undoing')
    return { phase: 'running', note: 'Removing the copies', whyNotCancel: 'The copies are already being removed.' }
  return { phase: 'running', note: state === 'stopping' ? 'Stopping' : 'Saving and copying disks', percent }
}

async function retry(project: string, instance: string, id: string, pointId: string): Promise<void> {
  await send('instance_rollback_delete', { path: { rollback: id } }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
  const rollback = await send('instance_rollback_create', { ...atInstance(project, instance), body: { pointId } })
  seed(instanceRollback(rollback.id), rollback)
  watch(project, rollback)
}
