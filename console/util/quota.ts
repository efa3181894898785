// What is used and left of a quota, if there is a limit.
import { UNLIMITED_QUOTA } from '#contract/limits.ts'
import { fullNum, gibText } from './format.ts'

export type Resource = keyof typeof UNLIMITED_QUOTA

export const isUnlimited = (resource: Resource, quota: number): boolean => quota >= UNLIMITED_QUOTA[resource]

export interface QuotaUse {
  /** the quota */
  capacity: Record<Resource, number>
  provisioned: Record<Resource, number>
}

/** What is left of the quota. */
export const leftOf = ({ capacity, provisioned }: QuotaUse, resource: Resource): number =>
  Math.max(0, capacity[resource] - provisioned[resource])

export const amountText = (resource: Resource, amount: number) =>
  resource === 'cpus' ? fullNum(amount) : gibText(amount)

/** 'Uses 2 of 173 available' */
export const usesText = (resource: Resource, amount: number, use: QuotaUse): string =>
  isUnlimited(resource, use.capacity[resource])
    ? `Uses ${amountText(resource, amount)}, no limit`
    : `Uses ${amountText(resource, amount)} of ${amountText(resource, leftOf(use, resource))} available`
