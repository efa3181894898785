// Runs machines on sleds. Knows nothing about what users requested (control/) or how disk bytes are stored (blocks.ts). Names as on
// the wire.
//
// Every verb is idempotent. A verb about one machine names the sled it runs on. If that sled cannot be reached, the verb rejects with
// `host` (driver-error.ts): the machine may still be running, so an unreachable host must never look like a missing machine.
import type { Architecture } from './architecture.ts'
import type { BlockLocation } from './blocks.ts'
import { DriverError } from './driver-error.ts'
import type { GuestFacts } from './guest.ts'
import type { ScreenConnection } from './screen.ts'
import type { SerialConsole } from './serial-console.ts'
import type { MachineStatistics, MemoryUse } from './statistics.ts'

export type { GuestFacts }

export interface MachineDisk {
  id: string
  /** Where its bytes are. */
  location: BlockLocation
  size: number
  block_size: number
  boot: boolean
  read_only?: boolean
}

/** What is in the CD drive, read only. */
export interface MachineCd {
  id: string
  location: BlockLocation
  /** The start boots from it. Later resets of the guest boot from the disk. */
  boot: boolean
}

export interface MachineNic {
  id: string
  mac: string
  ip: string
  subnet_id: string
  /** The length of the subnet's prefix. */
  prefix: number
  gateway: string
  /** Empty: whatever resolver the driver provides. */
  dns_servers: string[]
  mtu: number
}

export interface MachineAt {
  id: string
  sled_id: string
}

export interface MachineSpec extends MachineAt {
  name: string
  hostname: string
  /** Increases with every requested start. A machine that ended is not restarted by repeating the same generation. */
  generation: number
  /** One that the sled runs. */
  architecture: Architecture
  ncpus: number
  memory: number
  disks: MachineDisk[]
  nics: MachineNic[]
  cd?: MachineCd | undefined
  /** base64, as on the wire. */
  user_data: string
  ssh_public_keys: string[]
}

export type MachineState = 'starting' | 'running' | 'rebooting' | 'stopping' | 'stopped' | 'failed'

export interface MachineDevices {
  /**
   * `is_diverted`: what the guest writes goes to another file, because somebody has taken a snapshot on the host or moved the disk.
   * `is_removed`: somebody has removed the file, which only the machine still has.
   */
  disks: { id: string; is_diverted: boolean; is_removed: boolean }[]
  /** IDs. Absent if they cannot change while it runs. */
  interfaces?: string[]
}

export interface Machine extends MachineAt {
  name: string
  generation: number
  state: MachineState
  /** Present when the state is failed. Shown to people. */
  reason?: string
  time_state_updated: Date
  /** Where port 22 of the guest is, as seen from its host. Absent if SSH cannot reach it. */
  ssh?: { address: string; port: number }
  /** Why its guest stands still. Shown to people. */
  pause_reason?: string
  /** Why it runs without a network. Shown to people. */
  network_problem?: string
  /** It was started with another network than the rack has now. Its next start changes that. */
  has_old_network?: boolean
  /** Its CPU keeps it from moving to some hosts. Its next start changes that. */
  has_old_cpu?: boolean
  /** Another installation has taken it over. Its state is what that one says, and no verb changes it. */
  is_taken_over?: boolean
  /** What it has while it runs. Absent where nobody but us can change that. */
  devices?: MachineDevices
  /** When a stopping machine is ended, if its guest has not shut down by then. */
  time_forced?: Date
}

/** A disk, and the volume that becomes its copy. */
export interface DiskCopy {
  disk_id: string
  to: { id: string; size: number }
}

export interface Machines {
  /**
   * Makes the machine exist and run. Resolves once accepted, not once booted. The same or an older generation changes nothing; a newer
   * one replaces a machine that still runs. While the machine is stopping, a newer one is `busy`. `refused` if it cannot be started.
   */
  ensure(spec: MachineSpec): Promise<void>
  /**
   * Stops a running machine, and turns a failed one into a stopped one. Does nothing to an unknown machine, or to one of a newer
   * generation than given: a slow caller meant an earlier start. The guest is asked to shut down and has a while to do so, unless the
   * stop is forced; that also ends a stop that is under way.
   */
  stop(at: MachineAt, generation?: number, how?: { force: boolean }): Promise<void>
  /** The same request twice reboots once. */
  reboot(at: MachineAt, request?: string): Promise<void>
  /** The machine is gone when this resolves, whatever it was doing. Leaves one of a newer generation than given alone. */
  remove(at: MachineAt, generation?: number): Promise<void>

  /** Adds a disk to a running machine. */
  attachDisk(at: MachineAt, disk: MachineDisk): Promise<void>
  /** `busy` until the guest has released it: it is asked, and may take its time. */
  detachDisk(at: MachineAt, disk_id: string): Promise<void>
  /** Adds an interface to a running machine. `refused` if its network has none to give. */
  attachNic(at: MachineAt, nic: MachineNic): Promise<void>
  /** `busy` until the guest has released it. */
  detachNic(at: MachineAt, nic_id: string): Promise<void>
  /** Inserts a CD into a running machine, in place of another one. Without one, the drive is empty. `refused` if it has no drive. */
  changeCd(at: MachineAt, cd: Pick<MachineCd, 'id' | 'location'> | undefined): Promise<void>
  /** Grows a disk of a running machine. Its bytes have grown when this resolves. `refused` if it would shrink. */
  resizeDisk(at: MachineAt, disk_id: string, size: number): Promise<void>
  /**
   * Copies a disk of a running machine as of one moment, into a new volume of the block store. There completely or not at all. If the
   * guest can, it has written everything by that moment.
   * `wrong_state` if the machine does not run: then nothing writes to the disk, and the block store can copy it.
   */
  copyDisk(at: MachineAt, disk_id: string, to: { id: string; size: number }): Promise<void>
  /** Copies several disks like `copyDisk`, all of them as of the same moment. All copies are there in the end, or none. */
  copyDisks(at: MachineAt, copies: readonly DiskCopy[]): Promise<void>

  /** What the guest of a running machine says about itself. Undefined if nobody answers in it. Not to be trusted: see guest.ts. */
  guest(at: MachineAt): Promise<GuestFacts | undefined>

  /** All machines of a sled, without those that belong to other installations. */
  list(sled_id: string): Promise<Machine[]>
  /** Undefined only if the sled answered and has no such machine, or one that was never ours. */
  find(at: MachineAt): Promise<Machine | undefined>
  /** Calls the listener when a machine may have changed. Changes may be merged, so read the machine again. */
  watch(listener: (at: MachineAt) => void): () => void
  /** Undefined if the sled has no such machine. */
  console(at: MachineAt): Promise<SerialConsole | undefined>
  /** A new connection to the machine's screen. Undefined if it has none. */
  screen(at: MachineAt): Promise<ScreenConnection | undefined>
  /** Measures every running machine of a sled. */
  statistics(sled_id: string): Promise<MachineStatistics[]>
  /** Undefined if the machine does not run, or its guest does not tell. Absent if no guest can. */
  memory?(at: MachineAt): Promise<MemoryUse | undefined>
  /** Bytes of the disks of a machine that runs, by ID, as its guest sees them. Absent if nobody else can change them. */
  diskSizes?(at: MachineAt): Promise<ReadonlyMap<string, number>>
  /** Releases the machines without ending them. */
  close(): Promise<void>
}

/** What is written at the end of a disk would be lost. */
export function mustGrow(from: number, to: number) {
  if (to < from) throw new DriverError('refused', `a disk of ${from} bytes cannot shrink to ${to}`)
}
