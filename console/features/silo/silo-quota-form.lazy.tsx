// Changing the quotas of a silo.
import { useState } from 'react'
import type { Model } from '#contract/client.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { changedQuotas, limitValues, type LimitValues } from './silo-quota-change.ts'
import { LimitFields } from './silo-quota-fields.tsx'

interface QuotaFormProps {
  silo: string
  quotas: Model<'VirtualResourceCounts'>
  onClose: () => void
}

export function SiloQuotaForm({ silo, quotas, onClose }: QuotaFormProps) {
  // kept from when the form opened, while the page behind it follows
  const [before] = useState(() => limitValues(quotas))
  return (
    <SideForm
      operation="silo_quotas_update"
      title="Edit quotas"
      submitLabel="Update quotas"
      mustChange
      defaultValues={before}
      toParams={(values: LimitValues) => ({ path: { silo }, body: changedQuotas(before, values) })}
      onSuccess={() => {
        toast('Quotas updated')
        onClose()
      }}
      onClose={onClose}
    >
      <Message>
        A quota below current use stops nothing that is running. It only blocks new starts, disks, snapshots and images.
      </Message>
      <LimitFields />
    </SideForm>
  )
}
