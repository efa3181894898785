// Picking an existing disk: to attach it to an instance now, or for a form that does so later.
import { useLoad } from '../../use-api.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { attachable, diskItems } from './disk-names.tsx'
import { DraftForm } from '../../form/draft-form.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { atInstance } from '../instance/instance-queries.ts'
import { useOptions } from '../../form/use-options.ts'
import { diskList, first1000Disks } from './disk-queries.ts'
import { toast } from '../../ui/overlay/toast.ts'

interface Picked {
  disk: string
}

function DiskField({ project, except = [] }: { project: string; except?: readonly string[] }) {
  const { data, isPending } = useLoad(first1000Disks(project))
  const free = attachable(useOptions(data, (page) => diskList(project, page))).filter(
    ({ name }) => !except.includes(name),
  )
  return <ComboboxField name="disk" label="Disk" required loading={isPending} items={diskItems(free)} />
}

interface DiskAttachProps {
  project: string
  instance: string
  onClose: () => void
}

export function DiskAttachForm({ project, instance, onClose }: DiskAttachProps) {
  return (
    <SideForm
      operation="instance_disk_attach"
      title="Attach disk"
      defaultValues={{ disk: '' }}
      toParams={({ disk }: Picked) => ({ ...atInstance(project, instance), body: { disk } })}
      onSuccess={({ name }) => {
        toast(`Disk ${name} attached`)
        onClose()
      }}
      onClose={onClose}
    >
      <DiskField project={project} />
    </SideForm>
  )
}

interface DiskPickProps {
  project: string
  except: readonly string[]
  onDone: (name: string) => void
  onClose: () => void
}

export function DiskPickForm({ project, except, onDone, onClose }: DiskPickProps) {
  return (
    <DraftForm<Picked>
      title="Attach existing disk"
      submitLabel="Attach disk"
      defaultValues={{ disk: '' }}
      onSubmit={({ disk }) => onDone(disk)}
      onClose={onClose}
    >
      <DiskField project={project} except={except} />
    </DraftForm>
  )
}
