// A simulated rack: machines, hardware, switches and networks that exist only as state and time.
import type { Random } from '../machines.ts'
import type { Rack } from '../rack.ts'
import { makeSimulatedFabric, type SwitchStore } from './fabric.ts'
import { makeSimulatedHardware, type SimulatedHardwareOptions } from './hardware.ts'
import { makeSimulatedMachines } from './machines.ts'
import type { MachineStore } from './machine-store.ts'
import { makeSimulatedNetwork, type NetworkStore, type SimulatedNetwork } from './network.ts'

/** Where simulated hardware keeps its state. In memory unless given. */
export interface SimulatedStores {
  machineStore?: MachineStore
  switchStore?: SwitchStore
  networkStore?: NetworkStore
}

interface SimulatedRackOptions extends SimulatedHardwareOptions, SimulatedStores {
  random: Random
  /** How many times faster than real machines boot and stop. */
  speed?: number | undefined
}

interface SimulatedRack extends Rack {
  network: SimulatedNetwork
}

export function makeSimulatedRack(options: SimulatedRackOptions): SimulatedRack {
  const { clock, random, speed, machineStore, switchStore, networkStore } = options
  return {
    machines: makeSimulatedMachines({ clock, random, store: machineStore, speed }),
    hardware: makeSimulatedHardware(options),
    fabric: makeSimulatedFabric({ clock, store: switchStore }),
    network: makeSimulatedNetwork({ clock, store: networkStore }),
  }
}
