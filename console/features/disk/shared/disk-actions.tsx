// Actions on a disk, shared by the project's list and an instance's storage tab.
import type { Model } from '#contract/client.ts'
import { whyNotDisk } from '#contract/disk-states.ts'
import { send } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { generatedName } from '../../../util/generated-name.ts'
import { deleteAction, type Action } from '../../../action/action.tsx'

export type Disk = Model<'Disk'>

/** Takes a snapshot with a generated name. */
export const snapshotAction = (project: string, disk: Disk): Action => ({
  label: 'Snapshot',
  icon: 'snapshot',
  bulk: true,
  whyNot: whyNotDisk('snapshot', disk),
  async run(isBulk) {
    const name = generatedName([disk.name])
    if (!isBulk) toast({ tone: 'info', content: `Creating snapshot ${name}` })
    await send('snapshot_create', { query: { project }, body: { name, description: '', disk: disk.name } })
    if (isBulk) return
    toast({ content: `Snapshot ${name} created`, link: { label: 'View snapshots', to: paths.snapshots({ project }) } })
  },
})

export const deleteDiskAction = (project: string, disk: Disk): Action => {
  const refused = whyNotDisk('delete', disk)
  return deleteAction({
    kind: 'disk',
    name: disk.name,
    operation: 'disk_delete',
    params: { path: { disk: disk.name }, query: { project } },
    whyNot: refused && disk.state.state === 'attached' ? `${refused}. Detach it first.` : refused,
    consequence: 'All data on the disk is lost. Snapshots and images created from it are kept.',
  })
}
