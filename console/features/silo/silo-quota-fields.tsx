// The three quotas of a silo as number fields. Where a silo may have no limit, a checkbox says so: a blank field could be an oversight.
import { useController, useFormContext } from 'react-hook-form'
import { NumberField } from '../../form/value-fields.tsx'
import { Checkbox } from '../../ui/input/checkbox.tsx'
import type { Resource } from '../../util/quota.ts'

export interface QuotaValues {
  cpus: number
  /** GiB */
  memory: number
  /** GiB */
  storage: number
}

/** The API uses 64-bit byte counts. */
const MAX_QUOTA = 999_999_999

const fields = [
  { name: 'cpus', label: 'CPU quota', unit: 'vCPUs', max: MAX_QUOTA * 10, help: 'With 0, no instance can start.' },
  { name: 'memory', label: 'Memory quota', unit: 'GiB', max: MAX_QUOTA, help: 'With 0, no instance can start.' },
  { name: 'storage', label: 'Storage quota', unit: 'GiB', max: MAX_QUOTA, help: 'With 0, no disk can be created.' },
] as const

export const QuotaFields = () => fields.map((field) => <NumberField key={field.name} {...field} />)

export const LimitFields = () => fields.map((field) => <LimitField key={field.name} {...field} />)

const nouns: Record<Resource, string> = { cpus: 'vCPUs', memory: 'memory', storage: 'storage' }

function LimitField(field: (typeof fields)[number]) {
  const { name } = field
  const { clearErrors } = useFormContext()
  const { ref, value, onChange, onBlur } = useController({ name: `unlimited.${name}` }).field
  const isUnlimited = Boolean(value)
  return (
    <div className="space-y-2">
      {/* a new field each time, without the text and the error of the last one */}
      <NumberField key={String(isUnlimited)} {...field} required={!isUnlimited} disabled={isUnlimited} />
      <Checkbox
        ref={ref}
        checked={isUnlimited}
        onChange={({ target }) => {
          onChange(target.checked)
          clearErrors(name)
        }}
        onBlur={onBlur}
      >
        No limit<span className="sr-only"> on {nouns[name]}</span>
      </Checkbox>
    </div>
  )
}
