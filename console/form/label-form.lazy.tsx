// Editing the labels of a resource.
import type { LabelKind } from '../label-queries.ts'
import { toast } from '../ui/overlay/toast.ts'
import { SideForm } from './form-shell.tsx'
import { LabelEntries } from './labels-field.tsx'

export interface LabelFormProps {
  kind: LabelKind
  resource: { id: string; name: string }
  labels: readonly string[]
  onClose: () => void
}

interface Values {
  labels: string[]
  labelsDraft: string
}

export function LabelForm({ kind, resource, labels, onClose }: LabelFormProps) {
  return (
    <SideForm
      operation="label_update"
      title={`Edit labels of ${resource.name}`}
      submitLabel="Save labels"
      defaultValues={{ labels: [...labels], labelsDraft: '' }}
      mustChange
      toParams={({ labels: chosen }: Values) => ({
        path: { kind, resource: resource.id },
        body: { labels: chosen },
      })}
      onSuccess={() => {
        toast(`Labels of ${resource.name} saved`)
        onClose()
      }}
      onClose={onClose}
    >
      <LabelEntries />
    </SideForm>
  )
}
