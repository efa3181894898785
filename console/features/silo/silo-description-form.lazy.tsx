// Changing the description of a silo.
import type { Model } from '#contract/client.ts'
import { DescriptionField } from '../../form/fields.tsx'
import { SideForm } from '../../form/form-shell.tsx'
import { toast } from '../../ui/overlay/toast.ts'

export function SiloDescriptionForm({ silo, onClose }: { silo: Model<'Silo'>; onClose: () => void }) {
  return (
    <SideForm
      operation="silo_description_update"
      title="Edit description"
      submitLabel="Save"
      mustChange
      defaultValues={{ description: silo.description }}
      toParams={(body: { description: string }) => ({ path: { silo: silo.name }, body })}
      onSuccess={() => {
        toast(`Description of silo ${silo.name} changed`)
        onClose()
      }}
      onClose={onClose}
    >
      <DescriptionField />
    </SideForm>
  )
}
