// Attaching disks to instances that run, and detaching them. An addition of ours: the published operations want a stopped instance.
import { inProject, type Operations } from './define.ts'
import { Disk, DiskPath } from './disk.ts'
import { NameOrId } from './values.ts'

const at = { path: { instance: NameOrId }, query: inProject, body: DiskPath, status: 202, answer: Disk } as const

export const diskHotplug = {
  /** Attaches a disk, also to an instance that does not run. */
  instance_disk_hot_attach: at,
  /** The disk is detaching until the guest has released it, or the instance has stopped. */
  instance_disk_hot_detach: at,
} satisfies Operations<'disk_hotplug'>
