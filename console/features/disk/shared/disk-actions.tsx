// Actions on a disk, shared by the project's list, its own page and an instance's storage tab.
import type { Model } from '#contract/client.ts'
import { whyNotDisk } from '#contract/disk-states.ts'
import { send } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { generatedName } from '../../../util/generated-name.ts'
import { deleteAction, type Action } from '../../../action/action.tsx'
import { downloadAction } from '../../../action/download-action.ts'

export type Disk = Model<'Disk'>

/** Takes a snapshot with a generated name. */
export function snapshotAction(project: string, disk: Disk): Action {
  let name = ''
  return {
    label: 'Snapshot',
    icon: 'snapshot',
    bulk: 'Took snapshots of',
    whyNot: whyNotDisk('snapshot', disk),
    sends: 'snapshot_create',
    run() {
      // a name for each run: the same menu may be used twice
      name = generatedName([disk.name])
      return send('snapshot_create', { query: { project }, body: { name, description: '', disk: disk.name } })
    },
    doing: () => ({ tone: 'info', content: `Creating snapshot ${name}` }),
    done: () => ({
      content: `Snapshot ${name} created`,
      link: { label: 'View snapshots', to: paths.snapshots({ project }) },
    }),
  }
}

export const resizeDiskAction = (disk: Disk, open: () => void): Action => ({
  label: 'Resize',
  icon: 'resize',
  sends: 'disk_resize',
  whyNot: whyNotDisk('resize', disk),
  run: open,
})

export const downloadDiskAction = (disk: Disk): Action =>
  downloadAction({
    operation: 'disk_content_download',
    path: { disk: disk.id },
    whyNot: whyNotDisk('download', disk),
  })

/** `onDone` leaves the page of the deleted disk. */
export const deleteDiskAction = (project: string, disk: Disk, onDone?: () => unknown): Action =>
  deleteAction({
    kind: 'disk',
    name: disk.name,
    operation: 'disk_delete',
    params: { path: { disk: disk.name }, query: { project } },
    whyNot: whyNotDisk('delete', disk),
    onDone,
    consequence: 'Snapshots and images created from it are kept.',
    kept: { id: disk.id, from: { project } },
  })
