// A larger size for a disk.
import { useWatch } from 'react-hook-form'
import type { Model } from '#contract/client.ts'
import { MAX_DISK_GIB } from '#contract/limits.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { StorageUse } from '../../form/storage-use.tsx'
import { NumberField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { GiB } from '../../util/format.ts'
import { utilization } from '../utilization/utilization-queries.ts'

interface DiskResizeProps {
  project: string
  disk: Model<'Disk'>
  onClose: () => void
}

interface Values {
  size: number
}

export function DiskResizeForm({ project, disk: { name, size: bytes }, onClose }: DiskResizeProps) {
  const now = bytes / GiB
  return (
    <SideForm
      operation="disk_resize"
      title="Resize disk"
      submitLabel="Resize"
      defaultValues={{ size: now }}
      mustChange
      toParams={({ size }: Values) => ({ path: { disk: name }, query: { project }, body: { size: size * GiB } })}
      onSuccess={({ size }) => {
        toast({
          title: `Disk ${name} has ${size / GiB} GiB`,
          content: 'Now extend its partition and file system in the guest.',
        })
        onClose()
      }}
      onClose={onClose}
    >
      <Message>
        {name} has {now} GiB. A disk cannot shrink again. Its partitions and file systems keep their size until you
        extend them in the guest.
      </Message>
      <NumberField name="size" label="Size" required unit="GiB" min={now} max={MAX_DISK_GIB} />
      <Growth now={now} />
    </SideForm>
  )
}

function Growth({ now }: { now: number }) {
  const size = useWatch<Values, 'size'>({ name: 'size' })
  const { data } = useLoad(utilization(), { optional: true })
  return <StorageUse bytes={(size - now) * GiB} use={data} />
}
