// The three quotas of a silo as number fields.
import { NumberField } from '../../form/value-fields.tsx'

export interface QuotaValues {
  cpus: number
  /** GiB */
  memory: number
  /** GiB */
  storage: number
}

/** The API uses 64-bit byte counts. */
const MAX_QUOTA = 999_999_999

export function QuotaFields({ canBeUnlimited = false }: { canBeUnlimited?: boolean }) {
  const common = canBeUnlimited ? { required: false, help: 'Leave blank for no limit.' } : { required: true }
  return (
    <>
      <NumberField name="cpus" label="CPU quota" unit="vCPUs" max={MAX_QUOTA * 10} {...common} />
      <NumberField name="memory" label="Memory quota" unit="GiB" max={MAX_QUOTA} {...common} />
      <NumberField name="storage" label="Storage quota" unit="GiB" max={MAX_QUOTA} {...common} />
    </>
  )
}
