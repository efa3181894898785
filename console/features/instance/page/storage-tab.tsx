// The disks of an instance: the one it boots from, and the others.
import { MAX_DISKS } from '#contract/limits.ts'
import { HardDrive } from '@lucide/icons'
import { Icon } from '../../../ui/display/icon.tsx'
import { useId, useState } from 'react'
import { useParams } from 'react-router'
import type { Model } from '#contract/client.ts'
import { whyNotInstance } from '#contract/instance-states.ts'
import { send } from '../../../api.ts'
import { useData } from '../../../use-api.ts'
import { copyIdAction, menuItem } from '../../../action/action.tsx'
import { createdColumn, nameColumn, sizeColumn, type ResourceColumn } from '../../../table/columns.tsx'
import { GuideLink } from '../../../frame/guide-link.tsx'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { diskStateColumn } from '../../disk/shared/disk-state-badge.tsx'
import { atInstance, instanceDisks, instanceView } from '../instance-queries.ts'
import { Button } from '../../../ui/input/button.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { diskActions } from './attached-disk-actions.tsx'

type Disk = Model<'Disk'>

const CreateForm = lazyPopup(async () => (await import('../../disk/disk-form.lazy.tsx')).DiskForm)
const AttachForm = lazyPopup(async () => (await import('../../disk/disk-attach-form.lazy.tsx')).DiskAttachForm)

const columns: ResourceColumn<Disk>[] = [
  { ...nameColumn<Disk>(), header: 'Disk', sortable: false },
  sizeColumn(),
  diskStateColumn,
  createdColumn(),
]

export default function StorageTab() {
  const { project = '', instance: name = '' } = useParams()
  const instance = useData(instanceView(project, name))
  const disks = useData(instanceDisks(project, name)).items
  const [open, setOpen] = useState<'create' | 'attach'>()
  const close = () => setOpen(undefined)
  const bootTitle = useId()
  const otherTitle = useId()
  const boot = disks.filter(({ id }) => id === instance.bootDiskId)
  const others = disks.filter(({ id }) => id !== instance.bootDiskId)
  const actions = (disk: Disk) =>
    [copyIdAction(disk.id), ...diskActions({ project, instance, disk, boot: boot[0] })].map(menuItem)
  const whyNot =
    whyNotInstance('attach_disk', instance) ??
    (disks.length >= MAX_DISKS ? `An instance can have at most ${MAX_DISKS} disks` : undefined)
  const attachNew = async (disk: Disk) => {
    try {
      await send('instance_disk_attach', { ...atInstance(project, name), body: { disk: disk.name } })
    } catch (error) {
      const content = error instanceof Error ? error.message : String(error)
      toast({ tone: 'error', title: `Disk ${disk.name} was created but not attached`, content })
    }
    close()
  }
  return (
    <div className="space-y-4">
      <Card title="Boot disk" titleId={bootTitle}>
        {boot.length > 0 ? (
          <Table labelledBy={bootTitle} columns={columns} rows={boot} rowKey={({ id }) => id} actions={actions} />
        ) : (
          <EmptyState
            icon={<Icon icon={HardDrive} />}
            title="No boot disk set"
            text={withoutBootDisk(others.length)}
            action={<GuideLink guide="disks-and-snapshots">About disks</GuideLink>}
          />
        )}
      </Card>
      <Card
        title="Additional disks"
        titleId={otherTitle}
        actions={
          <>
            <Button disabledReason={whyNot} onClick={() => setOpen('attach')}>
              Attach existing disk
            </Button>
            <Button disabledReason={whyNot} onClick={() => setOpen('create')}>
              Create disk
            </Button>
          </>
        }
      >
        {others.length > 0 ? (
          <Table labelledBy={otherTitle} columns={columns} rows={others} rowKey={({ id }) => id} actions={actions} />
        ) : (
          <EmptyState
            icon={<Icon icon={HardDrive} />}
            title="No other disks"
            text="Keep data on its own disk to retain it when the instance is deleted."
          />
        )}
      </Card>
      {open === 'create' && <CreateForm project={project} onDone={attachNew} onClose={close} />}
      {open === 'attach' && <AttachForm project={project} instance={name} onClose={close} />}
    </div>
  )
}

function withoutBootDisk(others: number): string {
  if (others === 0) return 'Attach a disk with an operating system, then set it as the boot disk.'
  if (others === 1) return 'The instance will try its only disk. Set it as the boot disk to be sure.'
  return 'The instance will try its disks in any order. Set one of them as the boot disk.'
}
