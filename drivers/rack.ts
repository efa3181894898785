// The drivers of one rack. One function per kind of rack builds them all.
import type { BlockStore } from './blocks.ts'
import type { Fabric } from './fabric.ts'
import type { Fence } from './fence.ts'
import type { Hardware } from './hardware.ts'
import type { Hosts } from './hosts.ts'
import type { Machines } from './machines.ts'
import type { Migrations } from './migrations.ts'
import type { Network } from './network.ts'
import type { RecallPort } from './recall.ts'

/** `simulated` machines exist only as state; those of `libvirt` are real. */
export type RackKind = 'simulated' | 'libvirt'

/** `simulated` networks exist only as state; those of `ovn` carry traffic, and need external networks to reach the outside. */
export type NetworkKind = 'simulated' | 'ovn'

/** What a rack can do. The control plane and its clients ask for this; the kinds are names to show. */
export interface Capabilities {
  /** Machines run what is in their image, instead of looking as if they did. */
  runs_images: boolean
  has_screens: boolean
  /** Guests can be reached by SSH. */
  accepts_ssh: boolean
  /** Disks can be attached to, detached from and grown in a machine that runs. */
  hot_plugs_disks: boolean
  /** Interfaces can be added to and removed from a machine that runs. */
  hot_plugs_interfaces: boolean
  /** CDs can be inserted into and ejected from a machine that runs. */
  hot_plugs_cds: boolean
  /** A machine keeps the network that the rack had when it started. */
  binds_networks_at_start: boolean
  /** Images can be virtual disks, which are converted. */
  converts_images: boolean
  /** Disks take up space of the host, so a new one must fit. */
  has_limited_space: boolean
  has_switches: boolean
  /** Sleds are in slots of a rack, which can be drawn. */
  has_slots: boolean
  /** False if the network only records what is wanted. */
  enforces_networks: boolean
  /** External addresses have to be in an external network to be reached. */
  needs_external_networks: boolean
  /** An address for outgoing traffic serves several VPCs. */
  shares_addresses: boolean
  /** The network can say what it does with a packet. */
  traces_packets: boolean
}

/** What depends on the network alone. */
export const capabilitiesOf = (network: NetworkKind) => ({
  needs_external_networks: network === 'ovn',
  shares_addresses: network === 'simulated',
  traces_packets: network === 'ovn',
})

export interface Rack {
  rackKind: RackKind
  can: Capabilities
  machines: Machines
  /** Absent if machines cannot move while they run. */
  migrations?: Migrations | undefined
  /** The bytes of disks, snapshots and images. */
  volumes: BlockStore
  hardware: Hardware
  /** Absent if operators cannot add hosts. */
  hosts?: Hosts | undefined
  /** Ends hosts that do not answer. */
  fence: Fence
  /** vCPUs per thread, until an operator sets another ratio. */
  defaultCpuOvercommit: number
  fabric: Fabric
  network: Network
  networkKind: NetworkKind
  /** Only simulated racks can reconstruct the past. */
  recall?: RecallPort | undefined
}
