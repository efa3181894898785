// Where machines run, as the control plane sees it: verbs that may be repeated, and a list that is the truth.
// Not for what people asked for (control/), nor for disk bytes (blocks.ts). Spelled as on the wire.

/** Time and chance come in by argument: a driver that reaches for its own cannot be tested in no time. */
export interface Clock {
  now(): Date
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export interface Random {
  bytes(count: number): Uint8Array
}

export interface MachineDisk {
  id: string
  size: number
  block_size: number
  boot: boolean
  read_only?: boolean
}

export interface MachineNic {
  id: string
  mac: string
  ip: string
}

export interface MachineSpec {
  id: string
  name: string
  hostname: string
  sled_id: string
  /** One number per wish to start. A machine that ended under a generation is not revived by repeating the same wish. */
  generation: number
  ncpus: number
  memory: number
  disks: MachineDisk[]
  nics: MachineNic[]
  /** base64, as on the wire. */
  user_data: string
  ssh_public_keys: string[]
}

export type MachineState = 'starting' | 'running' | 'rebooting' | 'stopping' | 'stopped' | 'failed'

export interface Machine {
  id: string
  name: string
  sled_id: string
  generation: number
  state: MachineState
  /** For people; there when the state is failed. */
  reason?: string
  time_state_updated: Date
}

export type HistoryQuery = { max_bytes: number } & (
  | { from_start: number; most_recent?: undefined }
  | { most_recent: number; from_start?: undefined }
)

export interface History {
  data: Uint8Array
  /** The offset just after the data: the next from_start. */
  last_byte_offset: number
}

/** Asked for output that is no longer kept: only the first and the last stretch are. */
export interface Forgotten {
  forgotten: { from: number; to: number }
}

export type ConsoleEnd = { ended: 'stopped' | 'failed' | 'removed' | 'closed'; reason: string }

export interface ConsolePiece extends History {
  /** Bytes this viewer missed because it read too slowly. */
  skipped: number
}

/** A viewer pulls. What it has not read is kept once for all viewers, so a stalled one costs no memory. */
export interface ConsoleStream {
  /** Waits until there is output or an end. One read at a time. */
  read(max_bytes: number): Promise<ConsolePiece | ConsoleEnd>
  close(): void
}

/** The serial port of one start of a machine: it outlives reboots of the guest, a new start begins at offset 0. */
export interface SerialConsole {
  history(query: HistoryQuery): Promise<History | Forgotten>
  attach(from: { from_start: number } | { most_recent: number }): ConsoleStream
  write(bytes: Uint8Array): Promise<void>
}

/** Nanoseconds since start_time. */
export interface VcpuStatistics {
  vcpu_id: number
  run: number
  idle: number
  waiting: number
  emulation: number
}

/** How often a value fell between one bound and the next. Counts never fall. */
export interface Histogram {
  /** The lower bound of each bin; the last has no upper one. */
  bins: readonly number[]
  counts: readonly number[]
  /** Of all values. */
  sum: number
}

export interface DiskStatistics {
  disk_id: string
  reads: number
  writes: number
  flushes: number
  bytes_read: number
  bytes_written: number
  failed_reads: number
  failed_writes: number
  failed_flushes: number
  /** Nanoseconds. */
  latency: Readonly<Record<'read' | 'write' | 'flush', Histogram>>
  /** Bytes. */
  size: Readonly<Record<'read' | 'write', Histogram>>
}

export interface NicStatistics {
  interface_id: string
  bytes_sent: number
  bytes_received: number
  packets_sent: number
  packets_received: number
  packets_dropped: number
  errors_sent: number
  errors_received: number
}

/** Counters never fall while start_time stays the same. */
export interface Statistics {
  start_time: Date
  time: Date
  reset: number
  vcpus: VcpuStatistics[]
  disks: DiskStatistics[]
  nics: NicStatistics[]
}

export interface MachineStatistics extends Statistics {
  id: string
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
  /** Times that the component did not answer since start_time. */
  poll_errors: number
  sensors: readonly SensorReading[]
}

/** Only this is computed; the rest is empty. */
export type RecalledPart = 'vcpus' | 'disks' | 'nics'

export interface RecalledStatistics extends MachineStatistics {
  sled_id: string
}

/** Statistics that were not sampled at the time. Real machines cannot tell; simulated ones are computed. */
export interface Recall {
  /** At each of these moments; undefined where the machine did not run, or where samples were stored instead. */
  machine(id: string, part: RecalledPart, times: readonly number[]): Promise<(RecalledStatistics | undefined)[]>
  /** The components of a sled at these moments, except those at which samples were stored. */
  sensors(sled: { id: string; threads: number }, times: readonly number[]): Promise<ComponentReading[][]>
}

export interface Machines {
  /**
   * Make this machine exist and run. Resolves when accepted, not when booted; what becomes of it shows in list().
   * The same or an older generation again changes nothing; a newer one of a machine that still runs replaces it.
   * While the machine is stopping a newer one is refused as busy: ask again when it has stopped.
   */
  ensure(spec: MachineSpec): Promise<void>
  /**
   * Stops what runs, turns failed into stopped; nothing to do for a stopped or unknown machine, nor for one of a newer
   * generation than the given: who was slow to ask meant another.
   */
  stop(id: string, generation?: number): Promise<void>
  /** The same request given twice reboots once: who asked and died before noting it may ask again. */
  reboot(id: string, request?: string): Promise<void>
  /** Gone when it resolves, whatever it was doing. Unknown is fine; one of a newer generation than the given stays. */
  remove(id: string, generation?: number): Promise<void>
  list(): Promise<Machine[]>
  /** One of the list, without walking it. */
  find(id: string): Promise<Machine | undefined>
  /** Told which machine to look at again. A poke, not a report: two may come as one, so read list(). */
  watch(listener: (id: string) => void): () => void
  /** Undefined when there is no such machine. */
  console(id: string): Promise<SerialConsole | undefined>
  /** Undefined when there is no such machine or nothing of it runs. */
  statistics(id: string): Promise<Statistics | undefined>
  /** Of every machine that has any, in one call. */
  allStatistics(): Promise<MachineStatistics[]>
  /** What the sensors of these sleds read; nothing for a sled without sensors. */
  readSensors(sleds: readonly { id: string; threads: number }[]): Promise<ComponentReading[]>
  /** Absent for drivers that know only the present. */
  readonly recall?: Recall | undefined
  /** Lets go of the machines without ending them. */
  close(): Promise<void>
}

export type DriverErrorCode = 'unknown_machine' | 'wrong_state' | 'busy' | 'closed' | 'host'

/** A verb that was not accepted. `busy` passes by itself; the message is for people. */
export class DriverError extends Error {
  readonly code: DriverErrorCode

  constructor(code: DriverErrorCode, message: string) {
    super(message)
    this.name = 'DriverError'
    this.code = code
  }
}
