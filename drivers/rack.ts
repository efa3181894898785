// The drivers of one rack. One function per kind of rack builds them all.
import type { BlockStore } from './blocks.ts'
import type { Fabric } from './fabric.ts'
import type { Hardware } from './hardware.ts'
import type { Machines } from './machines.ts'
import type { Network } from './network.ts'
import type { RecallPort } from './recall.ts'

/** `simulated` machines exist only as state; those of `libvirt` are real. */
export type RackKind = 'simulated' | 'libvirt'

/** `simulated` networks exist only as state; those of `ovn` carry traffic, and need external networks to reach the outside. */
export type NetworkKind = 'simulated' | 'ovn'

export interface Rack {
  rackKind: RackKind
  machines: Machines
  /** The bytes of disks, snapshots and images. */
  volumes: BlockStore
  hardware: Hardware
  fabric: Fabric
  network: Network
  networkKind: NetworkKind
  /** False if the network only records what is wanted. */
  enforcesNetworks: boolean
  /** Only simulated racks can reconstruct the past. */
  recall?: RecallPort | undefined
}
