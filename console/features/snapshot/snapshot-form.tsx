// A new snapshot of a disk.
import { useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { canDisk } from '#contract/disk-states.ts'
import { isNotFound, seed, send } from '../../api.ts'
import { useLoad } from '../../use-api.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { DescriptionField, NameField } from '../../form/fields.tsx'
import { changedLabels, saveLabels, withoutLabels } from '../../form/form-labels.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { LabelsField } from '../../form/labels-field.tsx'
import { StorageUse } from '../../form/storage-use.tsx'
import { stateText } from '../../table/state-badge.tsx'
import { useOptions } from '../../form/use-options.ts'
import { diskList, first1000Disks } from '../disk/disk-queries.ts'
import { paths } from '../../paths.ts'
import { watchTask } from '../../watch-task.ts'
import { snapshotView } from './snapshot-queries.ts'
import { utilization } from '../utilization/utilization-queries.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { bytesText } from '../../util/format.ts'

interface SnapshotFormProps {
  project: string
  onDone: (snapshot: Model<'Snapshot'>) => unknown
  onClose: () => void
}

const phases = { creating: 'running', ready: 'done', faulted: 'failed', destroyed: 'failed' } as const

const taskState = ({ state }: Model<'Snapshot'>) => ({
  phase: phases[state],
  whyNotCancel: 'Snapshots cannot be canceled. Delete the snapshot once it is ready.',
  ...(state === 'faulted' && { problem: 'The snapshot could not be created' }),
})

function watch(project: string, values: Model<'SnapshotCreate'>): void {
  watchTask(snapshotView(project, values.name), {
    title: `Create snapshot ${values.name}`,
    to: paths.snapshots({ project }),
    stateOf: taskState,
    retry: () => retry(project, values),
  })
}

/** The failed snapshot still has the name. */
async function retry(project: string, values: Model<'SnapshotCreate'>): Promise<void> {
  const body = withoutLabels(values)
  await send('snapshot_delete', { path: { snapshot: body.name }, query: { project } }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
  await send('snapshot_create', { query: { project }, body }, async (snapshot) => {
    seed(snapshotView(project, body.name), snapshot)
    const labels = changedLabels({ kind: 'snapshot' }, values)
    if (labels) await saveLabels('snapshot', snapshot, labels)
    watch(project, values)
  })
}

export function SnapshotForm({ project, onDone, onClose }: SnapshotFormProps) {
  const { data, isPending } = useLoad(first1000Disks(project))
  const disks = useOptions(data, (page) => diskList(project, page)).filter(({ state }) =>
    canDisk('snapshot', state.state),
  )
  return (
    <SideForm
      operation="snapshot_create"
      title="Create snapshot"
      labels={{ kind: 'snapshot', project }}
      defaultValues={{ name: '', description: '', disk: '' }}
      toParams={(body: Model<'SnapshotCreate'>) => ({ query: { project }, body })}
      onSuccess={(snapshot, values) => {
        if (snapshot.state === 'creating') watch(project, values)
        else toast(`Snapshot ${snapshot.name} created`)
        return onDone(snapshot)
      }}
      onClose={onClose}
    >
      <NameField />
      <DescriptionField />
      <ComboboxField
        name="disk"
        label="Disk"
        required
        placeholder="Select a disk"
        help={data && disks.length === 0 ? 'No disks in this project can be snapshotted.' : undefined}
        loading={isPending}
        items={disks.map(({ name, size, state }) => ({
          value: name,
          label: name,
          content: (
            <>
              {name}
              <span className="block text-xs text-muted">
                {bytesText(size)} / {stateText(state.state)}
              </span>
            </>
          ),
        }))}
      />
      <LabelsField kind="snapshot" project={project} />
      <SnapshotStorage sizes={new Map(disks.map(({ name, size }) => [name, size]))} />
    </SideForm>
  )
}

/** A snapshot counts with the full size of its disk. */
function SnapshotStorage({ sizes }: { sizes: ReadonlyMap<string, number> }) {
  const disk = useWatch<Model<'SnapshotCreate'>, 'disk'>({ name: 'disk' })
  const { data } = useLoad(utilization(), { optional: true })
  return <StorageUse bytes={sizes.get(disk) ?? 0} use={data} />
}
