// The drivers of one rack. One function per kind of rack builds them all.
import type { Fabric } from './fabric.ts'
import type { Hardware } from './hardware.ts'
import type { Machines } from './machines.ts'
import type { Network } from './network.ts'
import type { RecallPort } from './recall.ts'

export interface Rack {
  machines: Machines
  hardware: Hardware
  fabric: Fabric
  network: Network
  /** Only simulated racks can reconstruct the past. */
  recall?: RecallPort | undefined
}
