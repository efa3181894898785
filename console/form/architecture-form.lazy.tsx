// Choosing what a disk, image or snapshot is made for, where its boot files do not say it or are wrong.
import { ARCHITECTURE_NAMES, ARCHITECTURES, type Architecture } from '#contract/architecture-names.ts'
import type { Params } from '#contract/client.ts'
import { architectureOf } from '../architecture-queries.ts'
import { Message } from '../ui/display/message.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useLoad } from '../use-api.ts'
import { SideForm } from './form-shell.tsx'
import { RadioField } from './value-fields.tsx'

export interface ArchitectureFormProps {
  kind: Params<'architecture_update'>['path']['kind']
  resource: { id: string; name: string }
  onClose: () => void
}

interface Values {
  architecture: Architecture | ''
}

const options = ARCHITECTURES.map((value) => ({ value, label: ARCHITECTURE_NAMES[value] }))

export function ArchitectureForm({ kind, resource, onClose }: ArchitectureFormProps) {
  const { data } = useLoad(architectureOf({ kind }, resource.id))
  if (data?.type !== 'success') return null
  const { architecture } = data.data
  return (
    <SideForm
      operation="architecture_update"
      title={`Architecture of ${resource.name}`}
      submitLabel="Save architecture"
      defaultValues={{ architecture: architecture ?? '' }}
      mustChange
      toParams={({ architecture: chosen }: Values) => ({
        path: { kind, resource: resource.id },
        body: { architecture: chosen as Architecture },
      })}
      onSuccess={() => {
        toast(`Architecture of ${resource.name} saved`)
        onClose()
      }}
      onClose={onClose}
    >
      <Message>
        {architecture === null
          ? 'The architecture could not be found from its boot files.'
          : 'Instances that boot from it run only on sleds of this architecture.'}
      </Message>
      <RadioField name="architecture" label="Architecture" options={options} />
    </SideForm>
  )
}
