// Formats quotas: an amount, or no limit.
import { UNLIMITED_QUOTA } from '#contract/limits.ts'

export type Resource = keyof typeof UNLIMITED_QUOTA

export const isUnlimited = (resource: Resource, quota: number): boolean => quota >= UNLIMITED_QUOTA[resource]
