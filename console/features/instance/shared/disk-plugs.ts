// Which operations attach and detach the disks of an instance: ours while it runs, where the rack can do that, and else the published ones.
import type { Model } from '#contract/client.ts'
import type { Instance } from '../instance-queries.ts'

/** The platform is undefined where the API is only the published one. */
export const diskPlugs = (platform: Model<'Platform'> | undefined, { runState }: Instance) =>
  platform?.hotPlugsDisks && runState !== 'stopped' && runState !== 'failed'
    ? ({ isHot: true, attach: 'instance_disk_hot_attach', detach: 'instance_disk_hot_detach' } as const)
    : ({ isHot: false, attach: 'instance_disk_attach', detach: 'instance_disk_detach' } as const)
