// Picking an existing disk: to attach it to an instance now, or for a form that does so later.
import type { DiskState } from '#contract/disk-states.ts'
import { useLoad } from '../../use-api.ts'
import { ComboboxField } from '../../form/combobox-field.tsx'
import { attachable, diskItems } from './disk-names.tsx'
import { DraftForm } from '../../form/draft-form.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { atInstance } from '../instance/instance-queries.ts'
import { useOptions } from '../../form/use-options.ts'
import { diskList, first1000Disks } from './disk-queries.ts'
import { toast, type ToastOptions } from '../../ui/overlay/toast.ts'

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
  /** the second one while the instance runs */
  operation: 'instance_disk_attach' | 'instance_disk_hot_attach'
  onClose: () => void
}

export function DiskAttachForm({ project, instance, operation, onClose }: DiskAttachProps) {
  return (
    <SideForm
      operation={operation}
      title="Attach disk"
      defaultValues={{ disk: '' }}
      toParams={({ disk }: Picked) => ({ ...atInstance(project, instance), body: { disk } })}
      onSuccess={({ name, state }) => {
        toast(operation === 'instance_disk_attach' ? `Disk ${name} attached` : hotAttached(name, state.state))
        onClose()
      }}
      onClose={onClose}
    >
      <DiskField project={project} />
    </SideForm>
  )
}

/** Says what to do in the guest. A sled that does not answer gets the disk later. */
export const hotAttached = (name: string, state: DiskState): ToastOptions =>
  state === 'attached'
    ? { title: `Disk ${name} attached`, content: 'The guest sees a new disk. Mount it there.' }
    : { title: `Disk ${name} is being attached`, content: 'Mount it in the guest when it is there.', tone: 'info' }

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
