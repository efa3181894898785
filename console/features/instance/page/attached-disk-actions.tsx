// What can be done to a disk of an instance, seen from the instance.
import type { Model } from '#contract/client.ts'
import { whyNotDisk } from '#contract/disk-states.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import { apiAction, bold, perform, type Action } from '../../../action/action.tsx'
import { send } from '../../../api.ts'
import { atInstance, type Instance } from '../instance-queries.ts'
import { diskPlugs } from '../shared/disk-plugs.ts'
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
  sends: 'disk_resize',
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

function detachAction({ project, instance, disk, boot, platform }: DiskActionOptions): Action {
  const { detach, isHot } = diskPlugs(platform, instance)
  const params = { ...atInstance(project, instance.name), body: { disk: disk.name } }
  let isReleased = true
  return {
    label: 'Detach',
    icon: 'detach',
    caution: true,
    whyNot:
      disk.id === boot?.id
        ? isHot
          ? 'The boot disk stays while the instance runs'
          : 'Unset it as the boot disk first'
        : (whyNotInstance(isHot ? 'hot_detach_disk' : 'detach_disk', instance) ?? whyNotDisk('detach', disk)),
    call: { operation: detach, params },
    run: async () => {
      isReleased = (await send(detach, params)).state.state === 'detached'
    },
    ask: {
      title: 'Detach disk',
      actionLabel: 'Detach disk',
      errorTitle: `Could not detach disk ${disk.name}`,
      content: bold`Detach ${disk.name} from ${instance.name}? Its data is kept.`,
      ...(isHot && { consequence: 'Unmount it in the guest first. Unwritten data is lost.' }),
    },
    done: () =>
      isReleased
        ? { content: `Disk ${disk.name} detached` }
        : {
            tone: 'info',
            title: `Disk ${disk.name} is still in use`,
            content: 'It is detached when its guest releases it, or when the instance stops.',
          },
  }
}
