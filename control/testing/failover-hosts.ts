// Hosts in memory for the search of failover schedules: domains outlive a loss of power, and work stops at any line.
import type { MachineState } from '#drivers/machines.ts'

export interface Domain {
  generation: number
  /** As in its record. */
  state: Extract<MachineState, 'starting' | 'running' | 'stopped'>
  /** Whether it has a process whose guest runs. */
  runs: boolean
  /** The last move, as in its record. */
  move?: number
  /** It has not come about, and must not begin any more. */
  hasEndedMove?: boolean
  /** Its memory arrives, and it has not been told to run. */
  isIncoming?: boolean
  /** Stands still for the switch to the other host. */
  isPaused?: boolean
  /** Its guest has gone on elsewhere: it would write over what that one has written. */
  isOutdated?: boolean
}

export interface ModelHost {
  id: string
  power: boolean
  hasNetwork: boolean
  /** Cut off from the storage: what runs there changes nothing. */
  isBlocked: boolean
  isProvisionable: boolean
  boot: number
  domains: Map<string, Domain>
}

export class Unreachable extends Error {}

export type Work<T = void> = Generator<void, T, void>

export const newHost = (n: number): ModelHost => ({
  id: `sled-${n}`,
  power: true,
  hasNetwork: true,
  isBlocked: false,
  isProvisionable: true,
  boot: 1,
  domains: new Map(),
})

export const answers = ({ power, hasNetwork }: ModelHost) => power && hasNetwork

export function reached(host: ModelHost): ModelHost {
  if (!answers(host)) throw new Unreachable()
  return host
}

export function cutPower(host: ModelHost) {
  host.power = false
  for (const [id, domain] of host.domains)
    if (domain.isIncoming) host.domains.delete(id)
    else Object.assign(domain, { runs: false, isPaused: false })
}

export function powerOn(host: ModelHost) {
  if (host.power) return
  host.power = true
  host.boot++
}

export const view = ({ generation, state, runs, isPaused }: Domain) => ({
  id: '',
  sled_id: '',
  name: '',
  generation,
  state: state === 'running' && !runs && !isPaused ? ('failed' as const) : state,
  time_state_updated: new Date(0),
})

/** Runs work until it is done or its host does not answer. */
export function run(work: Work): void {
  while (advance(work));
}

/** False when it has ended. */
export function advance(work: Work): boolean {
  try {
    return work.next().done !== true
  } catch (error) {
    if (error instanceof Unreachable) return false
    throw error
  }
}
