// Ends simulated hosts: their machines are gone, as after a loss of power, and the host answers again after a while. An agent whose options
// say `result=fail` cannot.
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Fence, FenceCall } from '../fence.ts'
import type { SimulatedHosts } from './hosts.ts'
import type { MachineList } from './machine-list.ts'

export const SIMULATED_AGENT = 'fence_simulated'
/** How long a host stays off. */
export const OFF_MS = 20_000

export interface SimulatedFenceOptions {
  clock: Clock
  list: MachineList
  hosts: SimulatedHosts
}

export function makeSimulatedFence({ clock, list, hosts }: SimulatedFenceOptions): Fence {
  async function comeBack(sled_id: string) {
    await clock.sleep(OFF_MS, list.closed).catch(() => undefined)
    if (!list.closed.aborted) hosts.set(sled_id, 'up')
  }

  return {
    agents: async () => [SIMULATED_AGENT],
    async isOn(call) {
      mustWork(call)
      return !hosts.isOff(call.sled_id)
    },
    async off(call) {
      mustWork(call)
      hosts.set(call.sled_id, 'off')
      const lost = (await list.on(call.sled_id)).map(({ record }) => record.spec.id)
      for (const id of lost)
        await list.change(id, (machine) => (machine?.record.spec.sled_id === call.sled_id ? machine : undefined), {
          isRemoval: true,
        })
      void comeBack(call.sled_id)
    },
  }
}

function mustWork({ agent, options }: FenceCall) {
  if (agent !== SIMULATED_AGENT) throw new DriverError('refused', `${agent} is not installed on the server`)
  if (options.includes('result=fail'))
    throw new DriverError('refused', 'the agent does not reach the power supply of the host')
}
