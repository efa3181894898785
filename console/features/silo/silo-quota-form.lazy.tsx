// Changing the quotas of a silo.
import type { Model } from '#contract/client.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { GiB } from '../../util/format.ts'
import { QuotaFields, type QuotaValues } from './silo-quota-fields.tsx'

interface QuotaFormProps {
  silo: string
  quotas: Model<'VirtualResourceCounts'>
  onClose: () => void
}

/** Rounded down: a quota that is not whole GiB must not grow unnoticed. */
const wholeGiB = (bytes: number) => Math.floor(bytes / GiB)

export function SiloQuotaForm({ silo, quotas, onClose }: QuotaFormProps) {
  const { cpus, memory, storage } = quotas
  return (
    <SideForm
      operation="silo_quotas_update"
      title="Edit quotas"
      submitLabel="Update quotas"
      mustChange
      defaultValues={{ cpus, memory: wholeGiB(memory), storage: wholeGiB(storage) }}
      toParams={(values: QuotaValues) => ({
        path: { silo },
        body: { cpus: values.cpus, memory: values.memory * GiB, storage: values.storage * GiB },
      })}
      onSuccess={() => {
        toast('Quotas updated')
        onClose()
      }}
      onClose={onClose}
    >
      <Message>A quota below current use stops nothing that runs. It prevents starting and creating more.</Message>
      <QuotaFields />
    </SideForm>
  )
}
