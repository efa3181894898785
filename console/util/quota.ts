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

/** Why something that needs this much storage will be refused. The server decides; this only says it before anything is sent. */
export function whyNoStorage(what: string, bytes: number, use: QuotaUse): string | undefined {
  const left = leftOf(use, 'storage')
  if (bytes <= left || isUnlimited('storage', use.capacity.storage)) return undefined
  return `${what} needs ${gibText(bytes)} of storage, and ${left === 0 ? 'nothing' : `only ${gibText(left)}`} is left in the quota of the silo. Delete disks, snapshots or images, or ask an operator for more.`
}

/** 'Uses 2 of 173 available' */
export const usesText = (resource: Resource, amount: number, use: QuotaUse): string =>
  isUnlimited(resource, use.capacity[resource])
    ? `Uses ${amountText(resource, amount)}, no limit`
    : `Uses ${amountText(resource, amount)} of ${amountText(resource, leftOf(use, resource))} available`
