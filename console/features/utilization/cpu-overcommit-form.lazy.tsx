// Setting how many vCPUs the rack gives out per thread.
import { MAX_CPU_OVERCOMMIT } from '#contract/limits.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { NumberField } from '../../form/value-fields.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'

interface Values {
  ratio: number
}

export function CpuOvercommitForm({ ratio, onClose }: Values & { onClose: () => void }) {
  return (
    <SideForm
      operation="cpu_overcommit_update"
      title="CPU overcommit"
      submitLabel="Save"
      mustChange
      defaultValues={{ ratio }}
      toParams={(body: Values) => ({ body })}
      onSuccess={() => {
        toast('CPU overcommit saved')
        onClose()
      }}
      onClose={onClose}
    >
      <Message>
        Instances share threads when there are more vCPUs than threads, and slow each other down when they are busy at
        the same time. Memory is never overcommitted. A lower ratio stops nobody: instances that are stopped may not fit
        when they start again.
      </Message>
      <NumberField
        name="ratio"
        label="vCPUs per thread"
        min={1}
        max={MAX_CPU_OVERCOMMIT}
        help="1 gives out each thread once."
      />
    </SideForm>
  )
}
