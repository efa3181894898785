// The disks of an instance: the one it boots from, and the others.
import { MAX_DISKS } from '#contract/limits.ts'
import { HardDrive } from '@lucide/icons'
import { Icon } from '../../../ui/display/icon.tsx'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import { send } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { usePlatform } from '../../../platform.ts'
import { useData } from '../../../use-api.ts'
import { copyIdAction } from '../../../action/action.tsx'
import { createdColumn, nameColumn, sizeColumn, type ResourceColumn } from '../../../table/columns.tsx'
import { GuideLink } from '../../../frame/guide-link.tsx'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { diskStateColumn } from '../../disk/shared/disk-state-badge.tsx'
import { atInstance, instanceDisks, instanceView } from '../instance-queries.ts'
import { TableCard } from '../../../table/table-card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { diskPlugs } from '../shared/disk-plugs.ts'
import { CdCard } from './cd-card.tsx'
import { diskActions } from './attached-disk-actions.tsx'

type Disk = Model<'Disk'>

const CreateForm = lazyPopup(async () => (await import('../../disk/disk-form.lazy.tsx')).DiskForm)
const AttachForm = lazyPopup(async () => (await import('../../disk/disk-attach-form.lazy.tsx')).DiskAttachForm)
const ResizeForm = lazyPopup(async () => (await import('../../disk/disk-resize.lazy.tsx')).DiskResizeForm)

const columnsOf = (project: string): ResourceColumn<Disk>[] => [
  {
    ...nameColumn<Disk>(({ name }) => paths.diskSnapshots({ project, disk: name })),
    header: 'Disk',
    sortable: false,
  },
  sizeColumn(),
  diskStateColumn,
  createdColumn(),
]

export default function StorageTab() {
  const { project = '', instance: name = '' } = useParams()
  const instance = useData(instanceView(project, name))
  const disks = useData(instanceDisks(project, name)).items
  const [resizing, setResizing] = useState<Disk>()
  const platform = usePlatform()
  const [open, setOpen] = useState<'create' | 'attach'>()
  const close = () => setOpen(undefined)
  const boot = disks.filter(({ id }) => id === instance.bootDiskId)
  const others = disks.filter(({ id }) => id !== instance.bootDiskId)
  const table = {
    columns: columnsOf(project),
    rowKey: ({ id }: Disk) => id,
    actions: (disk: Disk) => [
      copyIdAction(disk.id),
      ...diskActions({ project, instance, disk, boot: boot[0], platform, onResize: setResizing }),
    ],
  }
  const { attach, isHot } = diskPlugs(platform, instance)
  const whyNot =
    whyNotInstance(isHot ? 'hot_attach_disk' : 'attach_disk', instance) ??
    (disks.length >= MAX_DISKS ? `An instance can have at most ${MAX_DISKS} disks` : undefined)
  const attachNew = async (disk: Disk) => {
    try {
      await send(attach, { ...atInstance(project, name), body: { disk: disk.name } })
      if (isHot) toast({ title: `Disk ${disk.name} attached`, content: 'Format it in the guest, and mount it there.' })
    } catch (error) {
      const content = error instanceof Error ? error.message : String(error)
      toast({ tone: 'error', title: `Disk ${disk.name} was created but not attached`, content })
    }
    close()
  }
  return (
    <div className="space-y-4">
      <TableCard
        title="Boot disk"
        {...table}
        rows={boot}
        empty={
          <EmptyState
            icon={<Icon icon={HardDrive} />}
            title="No boot disk set"
            text={withoutBootDisk(others.length)}
            action={<GuideLink guide="disks-and-snapshots">About disks</GuideLink>}
          />
        }
      />
      <TableCard
        title="Additional disks"
        buttons={[
          { label: 'Attach existing disk', sends: attach, whyNot, run: () => setOpen('attach') },
          { label: 'Create disk', sends: 'disk_create', whyNot, run: () => setOpen('create') },
        ]}
        {...table}
        rows={others}
        empty={
          <EmptyState
            icon={<Icon icon={HardDrive} />}
            title="No other disks"
            text="Keep data on its own disk to retain it when the instance is deleted."
          />
        }
      />
      <CdCard project={project} instance={instance} />
      {resizing && <ResizeForm project={project} disk={resizing} onClose={() => setResizing(undefined)} />}
      {open === 'create' && <CreateForm project={project} onDone={attachNew} onClose={close} />}
      {open === 'attach' && <AttachForm project={project} instance={name} operation={attach} onClose={close} />}
    </div>
  )
}

function withoutBootDisk(others: number): string {
  if (others === 0) return 'Attach a disk with an operating system, then set it as the boot disk.'
  if (others === 1) return 'The instance will try its only disk. Set it as the boot disk to be sure.'
  return 'The instance will try its disks in any order. Set one of them as the boot disk.'
}
