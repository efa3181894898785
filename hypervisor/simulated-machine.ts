// One simulated machine: its state, the rest of its plan, its guest and its serial port. Time is given to it.
import type { ConsoleEnd, Machine, MachineSpec, MachineState, Statistics } from './driver.ts'
import type { RingState } from './ring.ts'
import { Serial } from './serial.ts'
import { bootLog, shutdownLog } from './simulated-boot.ts'
import type { Guise } from './simulated-boot.ts'
import { Guest } from './simulated-console.ts'
import type { GuestHost } from './simulated-console.ts'
import type { Step } from './simulated-plan.ts'
import { diskStatistics, nicStatistics, vcpuLoad, vcpuStatistics } from './simulated-statistics.ts'

/** How much of either end of the console outlives the control plane. */
const CONSOLE_KEPT = 64 * 1024

export interface MachineRecord extends Guise {
  state: MachineState
  reason?: string | undefined
  changed: number
  started?: number | undefined
  resets: number
  request?: string | undefined
  plan: Step[]
}

export interface StoredMachine extends MachineRecord {
  console: RingState
  guest: { up: boolean; user: string }
}

export class SimulatedMachine {
  readonly record: MachineRecord
  readonly serial: Serial
  readonly guest: Guest

  constructor(record: MachineRecord, host: Omit<GuestHost, 'hostname' | 'print'>, printed: () => void) {
    this.record = record
    this.serial = new Serial((bytes) => this.guest.input(bytes))
    const print = (bytes: Uint8Array) => {
      this.serial.output(bytes)
      printed()
    }
    this.guest = new Guest({ ...host, hostname: record.spec.hostname, print })
  }

  store(): StoredMachine {
    const { up, user } = this.guest
    return { ...this.record, console: this.serial.ring.state(CONSOLE_KEPT), guest: { up, user } }
  }

  restore(stored: Pick<StoredMachine, 'console' | 'guest'>) {
    this.serial.ring.restore(stored.console)
    Object.assign(this.guest, stored.guest)
    this.#endConsole()
  }

  take(step: Step, now: number) {
    if (step.piece !== undefined) this.#boot(step.piece)
    if (step.state) this.enter(step.state, now, step.reason)
  }

  enter(state: MachineState, now: number, reason?: string) {
    const { record } = this
    record.state = state
    record.reason = reason
    record.changed = now
    if (state === 'running') record.started ??= now
    if (state === 'stopping' || state === 'rebooting') this.#shutDown(state === 'rebooting')
    if (state === 'rebooting') {
      record.boot++
      record.resets++
    }
    this.#endConsole()
  }

  view(): Machine {
    const { spec, state, reason, changed } = this.record
    const { id, name, sled_id, generation } = spec
    return { id, name, sled_id, generation, state, ...(reason && { reason }), time_state_updated: new Date(changed) }
  }

  statistics(now: number): Statistics | undefined {
    const { spec, seed, started, state, resets } = this.record
    if (started === undefined || state === 'stopped' || state === 'failed') return undefined
    const life = { started, now }
    return {
      start_time: new Date(started),
      time: new Date(now),
      reset: resets,
      vcpus: vcpuStatistics(spec, seed, life),
      disks: diskStatistics(spec, seed, life),
      nics: nicStatistics(spec, seed, life),
    }
  }

  /** How many vCPUs' worth of work it does right now. */
  load(now: number): number {
    const { spec, seed, started, state } = this.record
    if (started === undefined || state === 'stopped' || state === 'failed') return 0
    return vcpuLoad(spec, seed, { started, now })
  }

  #boot(piece: number) {
    const log = bootLog(this.record)
    this.guest.print(log[piece] ?? '')
    if (piece === log.length - 1) this.guest.up = true
  }

  #shutDown(reboot: boolean) {
    if (this.guest.up) this.guest.print(shutdownLog(reboot))
    this.guest.down()
  }

  #endConsole() {
    const end = consoleEnd(this.record)
    if (!end) return
    this.guest.down()
    this.serial.end(end)
  }
}

function consoleEnd({ state, reason }: MachineRecord): ConsoleEnd | undefined {
  if (state === 'stopped') return { ended: 'stopped', reason: 'VM stopped' }
  if (state === 'failed') return { ended: 'failed', reason: reason ?? 'VM failed' }
  return undefined
}

/** The user data is not kept: nothing here reads it and it may be 32 KiB for each of thousands of machines. */
export function newRecord(asked: MachineSpec, seed: number, boot: number, now: number): MachineRecord {
  const spec: Omit<MachineSpec, 'user_data'> & { user_data?: string } = { ...asked }
  delete spec.user_data
  return { spec, seed, boot, state: 'starting', changed: now, resets: 0, plan: [] }
}
