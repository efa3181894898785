// The three quotas of a silo, as numbers people type.
import { NumberField } from '../../form/value-fields.tsx'

export interface QuotaValues {
  cpus: number
  /** GiB */
  memory: number
  /** GiB */
  storage: number
}

/** The API takes 64-bit counts of bytes. */
const MAX_QUOTA = 999_999_999

export function QuotaFields() {
  return (
    <>
      <NumberField name="cpus" label="CPU quota" required unit="vCPUs" max={MAX_QUOTA * 10} />
      <NumberField name="memory" label="Memory quota" required unit="GiB" max={MAX_QUOTA} />
      <NumberField name="storage" label="Storage quota" required unit="GiB" max={MAX_QUOTA} />
    </>
  )
}
