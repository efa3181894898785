// Quotas as form values and back. Only changed quotas are sent: others may have been changed by somebody else, or not be whole GiB.
import type { Model, Params } from '#contract/client.ts'
import { UNLIMITED_QUOTA } from '#contract/limits.ts'
import { GiB } from '../../util/format.ts'
import { isUnlimited, type Resource } from '../../util/quota.ts'
import type { QuotaValues } from './silo-quota-fields.tsx'

const units = { cpus: 1, memory: GiB, storage: GiB } as const satisfies Record<Resource, number>
const resources = ['cpus', 'memory', 'storage'] as const

export interface LimitValues extends QuotaValues {
  unlimited: Record<Resource, boolean>
}

/** Rounded down; blank where there is no limit. */
export function limitValues(quotas: Model<'VirtualResourceCounts'>): LimitValues {
  const isFree = (resource: Resource) => isUnlimited(resource, quotas[resource])
  const valueOf = (resource: Resource) => (isFree(resource) ? NaN : Math.floor(quotas[resource] / units[resource]))
  return {
    cpus: valueOf('cpus'),
    memory: valueOf('memory'),
    storage: valueOf('storage'),
    unlimited: { cpus: isFree('cpus'), memory: isFree('memory'), storage: isFree('storage') },
  }
}

export function changedQuotas(before: LimitValues, after: LimitValues): Params<'silo_quotas_update'>['body'] {
  const limitIn = (values: LimitValues, resource: Resource) =>
    values.unlimited[resource] ? UNLIMITED_QUOTA[resource] : values[resource] * units[resource]
  const changed = resources.filter((resource) => limitIn(before, resource) !== limitIn(after, resource))
  return Object.fromEntries(changed.map((resource) => [resource, limitIn(after, resource)]))
}
