// The hardware of a rack: sleds with their disks and sensors, and switches. Names as on the wire.
import type { Architecture } from './architecture.ts'

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
  /** Stable, so that the driver knows later which host a sled_id means. */
  id: string
  usable_hardware_threads: number
  usable_physical_ram: number
  /** The slot in the rack. */
  cubby: number
  disks: DiskFacts[]
  /** Whether machines can run on it. */
  runs_machines: boolean
  /** What guests can be built for, the host's own architecture first. Absent if it does not matter, as with simulated machines. */
  architectures?: readonly Architecture[] | undefined
  /** member: goes into service with the rack. spare: plugged in, waits for an operator to add it. */
  role: 'member' | 'spare'
  /** Why it does not answer. The other facts are then the last known ones. */
  problem?: string | undefined
}

/** A host of real machines. */
export interface HostDescription {
  /** For guests of its own architecture. All others are emulated (tcg). */
  accelerator: 'kvm' | 'tcg'
  architecture: string
  cpu: string
  /** Bytes that are left to the host itself. */
  reserved_memory: number
}

export interface SwitchFacts extends Baseboard {
  location: 'switch0' | 'switch1'
}

export interface Inventory {
  sleds: SledFacts[]
  switches: SwitchFacts[]
}

export type SensorKind =
  | 'temperature'
  | 'current'
  | 'voltage'
  | 'power'
  | 'input_current'
  | 'input_voltage'
  | 'fan_speed'
  | 'amd_cpu_tctl'

export interface SensorReading {
  sensor: string
  kind: SensorKind
  /** Degrees Celsius, amperes, volts, watts or revolutions per minute. */
  value: number
  /** Readings that failed since the component's start_time. */
  errors: number
}

/** The sensors of one component of a sled. */
export interface ComponentReading {
  sled_id: string
  kind: string
  id: string
  description: string
  /** The firmware that reads the sensors. */
  firmware: string
  start_time: Date
  time: Date
  /** How often the component did not answer since start_time. */
  poll_errors: number
  sensors: readonly SensorReading[]
}

export interface Hardware {
  /**
   * All hardware at this moment. Sleds may appear, vanish and become unreachable while the server runs; one that does not answer is
   * listed with its problem and does not delay the others.
   */
  inventory(): Promise<Inventory>
  /** Asks a spare sled to join the rack, and returns whether it has. Idempotent: the caller repeats it until it has. */
  join(sled: Pick<Baseboard, 'part' | 'serial'>): Promise<boolean>
  /** What machines run on. Undefined for a simulated sled, and for one that is not of this rack. */
  describe(sled_id: string): HostDescription | undefined
  /** Empty for a sled without sensors. Rejects with `host` if the sled does not answer. */
  sensors(sled: { id: string; threads: number }): Promise<ComponentReading[]>
}
