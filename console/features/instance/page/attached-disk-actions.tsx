// What can be done to a disk of an instance, seen from the instance.
import type { Model } from '#contract/client.ts'
import { whyNotDisk } from '#contract/disk-states.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import { apiAction, bold, perform, type Action } from '../../../action/action.tsx'
import { atInstance, type Instance } from '../instance-queries.ts'
import { asUpdate } from '../shared/instance-update.ts'

type Disk = Model<'Disk'>

interface DiskActionOptions {
  project: string
  instance: Instance
  disk: Disk
  /** the one it boots from now */
  boot: Disk | undefined
  /** undefined where the API is only the published one */
  platform: Model<'Platform'> | undefined
  onResize: (disk: Disk) => void
}

export function diskActions(options: DiskActionOptions): Action[] {
  return [
    snapshotAction(options),
    // an addition of ours, like the platform
    ...(options.platform ? [resizeAction(options)] : []),
    bootAction(options),
    detachAction(options),
  ]
}

const resizeAction = ({ instance, disk, onResize }: DiskActionOptions): Action => ({
  label: 'Resize',
  icon: 'resize',
  whyNot: whyNotInstance('resize_disk', instance) ?? whyNotDisk('resize', disk),
  run: () => onResize(disk),
})

const snapshotAction = ({ project, disk }: DiskActionOptions): Action => ({
  label: 'Snapshot',
  icon: 'snapshot',
  whyNot: whyNotDisk('snapshot', disk),
  sends: 'snapshot_create',
  run: async () => perform((await import('../../disk/disk-actions.lazy.tsx')).snapshotAction(project, disk)),
})

function bootAction({ project, instance, disk, boot }: DiskActionOptions): Action {
  const isBoot = disk.id === boot?.id
  const params = {
    ...atInstance(project, instance.name),
    body: asUpdate(instance, { bootDisk: isBoot ? null : disk.id }),
  }
  const label = isBoot ? 'Unset as boot disk' : 'Set as boot disk'
  return apiAction({
    label,
    icon: isBoot ? 'clear' : 'default',
    whyNot: whyNotInstance('update_boot_disk', instance) ?? (isBoot ? undefined : whyNotDisk('set_as_boot_disk', disk)),
    operation: 'instance_update',
    params,
    ask: {
      title: label,
      errorTitle: `Could not change the boot disk of ${instance.name}`,
      content: isBoot ? (
        <>
          Unset <strong>{disk.name}</strong> as the boot disk? The instance will try its disks in any order. Consider
          setting another boot disk instead.
        </>
      ) : boot ? (
        <>
          Boot from <strong>{disk.name}</strong> instead of <strong>{boot.name}</strong>?
        </>
      ) : (
        <>
          Boot from <strong>{disk.name}</strong>?
        </>
      ),
    },
    done: `Boot disk of ${instance.name} changed`,
  })
}

const detachAction = ({ project, instance, disk, boot }: DiskActionOptions): Action =>
  apiAction({
    label: 'Detach',
    icon: 'detach',
    caution: true,
    whyNot:
      disk.id === boot?.id
        ? 'Unset it as the boot disk first'
        : (whyNotInstance('detach_disk', instance) ?? whyNotDisk('detach', disk)),
    operation: 'instance_disk_detach',
    params: { ...atInstance(project, instance.name), body: { disk: disk.name } },
    ask: {
      title: 'Detach disk',
      errorTitle: `Could not detach disk ${disk.name}`,
      content: bold`Detach ${disk.name} from ${instance.name}? Its data is kept.`,
    },
    done: `Disk ${disk.name} detached`,
  })
