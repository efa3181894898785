// Figures for the host's metrics.
import type { InstanceState } from '#contract/instance-states.ts'

export interface Amounts {
  cpus: number
  /** Bytes. */
  memory: number
  /** Bytes. */
  storage: number
}

/** What the host's metrics say about the fleet. Sums and fixed lists only: no figure per silo, project or instance. */
export interface FleetFigures {
  instances: { state: InstanceState; count: number }[]
  issues: { kind: string; severity: string; count: number }[]
  /** How many things each background loop keeps failing to do, on whichever replica. */
  failing: { loop: string; count: number }[]
  /** The capacity of the sleds that accept instances, with overcommitted CPUs. */
  capacity: Pick<Amounts, 'cpus' | 'memory'>
  provisioned: Amounts
  /** The sum of the quotas of all silos. */
  quota: Amounts
  /** The share of its quota that the fullest silo uses. More than 1 if the quota was lowered below what is in use. */
  highestQuotaUse: Amounts
}

export type FailedLogin = {
  method: 'password' | 'second_factor' | 'passkey' | 'saml' | 'oidc' | 'invitation'
  reason: 'refused' | 'throttled'
}
