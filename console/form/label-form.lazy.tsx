// Editing the labels of a resource.
import { labelProblem } from '#contract/checks.ts'
import { MAX_LABELS } from '#contract/limits.ts'
import type { LabelKind } from '../label-queries.ts'
import { toast } from '../ui/overlay/toast.ts'
import { EntryListField } from './entry-list-field.tsx'
import { SideForm } from './form-shell.tsx'

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
      <EntryListField
        name="labels"
        label="Labels"
        noun="label"
        header="Label"
        help="A word or key=value, such as web or env=prod. A filter finds it as label:web or label:env=prod."
        max={MAX_LABELS}
        check={labelProblem}
        canonical={(text) => text.toLowerCase()}
      />
    </SideForm>
  )
}
