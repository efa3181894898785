// The hardware of a rack as the control plane discovers it: sleds with their disks, and switches. Spelled as on the wire.
// A real implementation asks the service processors; simulated-hardware.ts makes a rack up.

export interface Baseboard {
  part: string
  serial: string
  revision: number
}

export interface DiskFacts {
  vendor: string
  model: string
  serial: string
  form_factor: 'm2' | 'u2'
}

export interface SledFacts extends Baseboard {
  usable_hardware_threads: number
  usable_physical_ram: number
  /** The slot in the rack. */
  cubby: number
  disks: DiskFacts[]
  /**
   * host: the machine that this server runs on, in service but without a driver that could run machines on it.
   * member: in service since the rack was set up. spare: plugged in, waits for an operator to add it.
   */
  role: 'host' | 'member' | 'spare'
}

export interface SwitchFacts extends Baseboard {
  location: 'switch0' | 'switch1'
}

export interface Inventory {
  sleds: SledFacts[]
  switches: SwitchFacts[]
}

export interface Hardware {
  inventory(): Promise<Inventory>
  /** Asks a spare sled to join the rack, and tells whether it has. Safe to repeat: the caller asks until it has. */
  join(sled: Pick<Baseboard, 'part' | 'serial'>): Promise<boolean>
}
