// Disks of a new instance besides the one it boots from: to be made with it, or there already.
import { MAX_DISKS } from '#contract/limits.ts'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { lazyPopup } from '../../../ui/display/lazy.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Button } from '../../../ui/input/button.tsx'
import { MiniTable } from '../../../ui/input/mini-table.tsx'
import { Dash } from '../../../ui/display/dash.tsx'
import { bytesText } from '../../../util/format.ts'
import { Section } from './section.tsx'
import type { InstanceValues, OtherDisk } from './values.ts'

const CreateForm = lazyPopup(async () => (await import('../../disk/disk-form.lazy.tsx')).DiskDraftForm)
const PickForm = lazyPopup(async () => (await import('../../disk/disk-attach-form.lazy.tsx')).DiskPickForm)

const columns = [
  { header: 'Name', cell: (disk: OtherDisk) => disk.name },
  { header: 'Type', cell: ({ type }: OtherDisk) => <Badge>{type}</Badge> },
  { header: 'Size', cell: (disk: OtherDisk) => (disk.type === 'create' ? bytesText(disk.size) : <Dash />) },
]

export function DisksSection({ project }: { project: string }) {
  const { field } = useController<InstanceValues, 'disks'>({ name: 'disks' })
  const [tab, bootName, bootDisk] = useWatch<InstanceValues, ['bootTab', 'bootName', 'bootDisk']>({
    name: ['bootTab', 'bootName', 'bootDisk'],
  })
  const [open, setOpen] = useState<'create' | 'attach'>()
  const close = () => setOpen(undefined)
  const add = (disk: OtherDisk) => {
    field.onChange([...field.value, disk])
    close()
  }
  const names = field.value.map(({ name }) => name)
  const whyNot = names.length >= MAX_DISKS - 1 ? `An instance can have at most ${MAX_DISKS} disks` : undefined
  return (
    <Section title="Additional disks">
      <MiniTable
        label="Additional disks"
        columns={columns}
        rows={field.value}
        rowKey={({ name }) => name}
        removeLabel={({ name }) => `remove disk ${name}`}
        onRemove={(disk) => field.onChange(field.value.filter((one) => one !== disk))}
        emptyText="None yet"
      />
      <div className="flex flex-wrap gap-2">
        <Button disabledReason={whyNot} onClick={() => setOpen('create')}>
          Create new disk
        </Button>
        <Button disabledReason={whyNot} onClick={() => setOpen('attach')}>
          Attach existing disk
        </Button>
      </div>
      {open === 'create' && (
        <CreateForm
          project={project}
          taken={tab !== 'disk' && bootName ? [...names, bootName] : names}
          onDone={(disk) => add({ ...disk, type: 'create' })}
          onClose={close}
        />
      )}
      {open === 'attach' && (
        <PickForm
          project={project}
          except={tab === 'disk' ? [...names, bootDisk] : names}
          onDone={(name) => add({ type: 'attach', name })}
          onClose={close}
        />
      )}
    </Section>
  )
}
