// Quotas as form values and back. Only changed quotas are sent: others may have been changed by somebody else, or not be whole GiB.
import type { Model, Params } from '#contract/client.ts'
import { UNLIMITED_QUOTA } from '#contract/limits.ts'
import { GiB } from '../../util/format.ts'
import { isUnlimited, type Resource } from '../../util/quota.ts'
import type { QuotaValues } from './silo-quota-fields.tsx'

const units = { cpus: 1, memory: GiB, storage: GiB } as const satisfies Record<Resource, number>
const resources = ['cpus', 'memory', 'storage'] as const

/** Rounded down. No limit is a blank field. */
export function quotaValues(quotas: Model<'VirtualResourceCounts'>): QuotaValues {
  const valueOf = (resource: Resource) =>
    isUnlimited(resource, quotas[resource]) ? NaN : Math.floor(quotas[resource] / units[resource])
  return { cpus: valueOf('cpus'), memory: valueOf('memory'), storage: valueOf('storage') }
}

export function changedQuotas(before: QuotaValues, after: QuotaValues): Params<'silo_quotas_update'>['body'] {
  const changed = resources.filter((resource) => !Object.is(before[resource], after[resource]))
  const quotaOf = (resource: Resource) =>
    Number.isNaN(after[resource]) ? UNLIMITED_QUOTA[resource] : after[resource] * units[resource]
  return Object.fromEntries(changed.map((resource) => [resource, quotaOf(resource)]))
}
