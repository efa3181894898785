// Whether the simulated hosts answer. They always do, unless a test or the name of a machine says otherwise.
import { DriverError } from '../driver-error.ts'

export type HostCondition = 'up' | 'unreachable' | 'hung' | 'off'

export interface SimulatedHosts {
  set(sled_id: string, condition: HostCondition): void
  isOff(sled_id: string): boolean
  /** Why this host does not answer. */
  problem(sled_id: string): string | undefined
  /** Resolves when the host answers, which a hung host does once it is up again. */
  reach(sled_id: string): Promise<void>
}

export function makeSimulatedHosts(): SimulatedHosts {
  const conditions = new Map<string, HostCondition>()
  const waiting = new Map<string, (() => void)[]>()

  function set(sled_id: string, condition: HostCondition) {
    conditions.set(sled_id, condition)
    if (condition === 'hung') return
    for (const retry of waiting.get(sled_id) ?? []) retry()
    waiting.delete(sled_id)
  }

  function problem(sled_id: string) {
    const condition = conditions.get(sled_id) ?? 'up'
    const unreachable = 'The host cannot be reached.'
    return { up: undefined, unreachable, hung: 'The host does not answer.', off: unreachable }[condition]
  }

  async function reach(sled_id: string): Promise<void> {
    const condition = conditions.get(sled_id)
    if (condition === 'unreachable' || condition === 'off') throw new DriverError('host', problem(sled_id)!)
    if (condition !== 'hung') return
    await new Promise<void>((retry) => waiting.set(sled_id, [...(waiting.get(sled_id) ?? []), retry]))
    return reach(sled_id)
  }

  return { set, isOff: (sled_id) => conditions.get(sled_id) === 'off', problem, reach }
}
