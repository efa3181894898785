// Changing the quotas of a silo.
import type { Model } from '#contract/client.ts'
import { UNLIMITED_QUOTA } from '#contract/limits.ts'
import { SideForm } from '../../form/form-shell.tsx'
import { Message } from '../../ui/display/message.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { isUnlimited, type Resource } from '../../util/quota.ts'
import { GiB } from '../../util/format.ts'
import { QuotaFields, type QuotaValues } from './silo-quota-fields.tsx'

interface QuotaFormProps {
  silo: string
  quotas: Model<'VirtualResourceCounts'>
  onClose: () => void
}

/** Rounded down: a quota that is not whole GiB must not grow unnoticed. No limit is a blank field. */
const fieldOf = (resource: Resource, quota: number, unit = 1) =>
  isUnlimited(resource, quota) ? NaN : Math.floor(quota / unit)
const quotaOf = (resource: Resource, value: number, unit = 1) =>
  Number.isNaN(value) ? UNLIMITED_QUOTA[resource] : value * unit

export function SiloQuotaForm({ silo, quotas, onClose }: QuotaFormProps) {
  const { cpus, memory, storage } = quotas
  return (
    <SideForm
      operation="silo_quotas_update"
      title="Edit quotas"
      submitLabel="Update quotas"
      mustChange
      defaultValues={{
        cpus: fieldOf('cpus', cpus),
        memory: fieldOf('memory', memory, GiB),
        storage: fieldOf('storage', storage, GiB),
      }}
      toParams={(values: QuotaValues) => ({
        path: { silo },
        body: {
          cpus: quotaOf('cpus', values.cpus),
          memory: quotaOf('memory', values.memory, GiB),
          storage: quotaOf('storage', values.storage, GiB),
        },
      })}
      onSuccess={() => {
        toast('Quotas updated')
        onClose()
      }}
      onClose={onClose}
    >
      <Message>
        A quota below current use stops nothing that is running. It only blocks new starts, disks and snapshots.
      </Message>
      <QuotaFields canBeUnlimited />
    </SideForm>
  )
}
