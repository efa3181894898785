// A simulated rack: machines, hardware, switches and networks that exist only as state and time.
import type { BlockStore } from '../blocks.ts'
import type { Random } from '../clock.ts'
import { capabilitiesOf, type Capabilities, type Rack } from '../rack.ts'
import type { RecallPort } from '../recall.ts'
import { makeSimulatedFence } from './fence.ts'
import { makeSimulatedFabric, type SwitchStore } from './fabric.ts'
import { makeSimulatedHardware, type SimulatedHardwareOptions } from './hardware.ts'
import { makeSimulatedHosts, type SimulatedHosts } from './hosts.ts'
import { makeMachineList, type MachineList } from './machine-list.ts'
import { makeMemoryMachines, type MachineStore } from './machine-store.ts'
import { makeSimulatedMachines } from './machines.ts'
import { makeSimulatedMigrations } from './migrations.ts'
import { makeSimulatedNetwork, type NetworkStore, type SimulatedNetwork } from './network.ts'
import { makeRecall } from './past.ts'

/** Where simulated hardware keeps its state. In memory unless given. */
export interface SimulatedStores {
  machineStore?: MachineStore
  switchStore?: SwitchStore
  networkStore?: NetworkStore
}

export interface SimulatedRackOptions extends Omit<SimulatedHardwareOptions, 'machinesOn' | 'hosts'>, SimulatedStores {
  random: Random
  volumes: BlockStore
  /** How many times faster than real machines boot and stop. */
  speed?: number | undefined
  hosts?: SimulatedHosts | undefined
}

interface SimulatedRack extends Rack {
  recall: RecallPort
  network: SimulatedNetwork
}

/** The host of a machine with such a name stops answering once it runs for the first time, to try out what happens then. */
const MISHAP = 'takes-its-sled-down'

function followMishaps(list: MachineList, hosts: SimulatedHosts): void {
  list.watch(({ id, sled_id }) => {
    const { spec, state } = list.find(id)?.record ?? {}
    if (state !== 'running' || spec?.generation !== 1 || spec.sled_id !== sled_id) return
    if (spec.name.includes(MISHAP)) hosts.set(sled_id, 'unreachable')
  })
}

export const simulatedCapabilities: Capabilities = {
  runs_images: false,
  has_screens: false,
  accepts_ssh: false,
  hot_plugs_disks: true,
  hot_plugs_cds: true,
  hot_plugs_interfaces: true,
  binds_networks_at_start: false,
  converts_images: false,
  has_limited_space: false,
  has_switches: true,
  has_slots: true,
  enforces_networks: true,
  ...capabilitiesOf('simulated'),
}

export function makeSimulatedRack(options: SimulatedRackOptions): SimulatedRack {
  const { clock, random, volumes, speed = 1, machineStore = makeMemoryMachines(), switchStore, networkStore } = options
  const hosts = options.hosts ?? makeSimulatedHosts()
  const list = makeMachineList({ clock, store: machineStore, speed })
  followMishaps(list, hosts)
  return {
    rackKind: 'simulated',
    can: simulatedCapabilities,
    defaultCpuOvercommit: 1,
    machines: makeSimulatedMachines({ list, random, speed, volumes, hosts }),
    migrations: makeSimulatedMigrations({ list, hosts }),
    volumes,
    hardware: makeSimulatedHardware({ ...options, machinesOn: list.on, hosts }),
    fence: makeSimulatedFence({ clock, list, hosts }),
    fabric: makeSimulatedFabric({ clock, store: switchStore }),
    network: makeSimulatedNetwork({ clock, store: networkStore }),
    networkKind: 'simulated',
    recall: makeRecall(list),
  }
}
