// Disks as list options: the name, and the size that distinguishes them.
import type { Model } from '#contract/client.ts'
import { whyNotDisk } from '#contract/disk-states.ts'
import { bytesText } from '../../util/format.ts'

type Disk = Model<'Disk'>

export const diskItems = (disks: readonly Disk[]) =>
  disks.map(({ name, size }) => ({
    value: name,
    label: name,
    content: (
      <>
        {name}
        <span className="block text-xs text-muted">{bytesText(size)}</span>
      </>
    ),
  }))

export const attachable = (disks: readonly Disk[]) => disks.filter((disk) => !whyNotDisk('attach', disk))
