// One simulated machine: its state, the rest of its plan, its guest and the guest's output. Time is passed in, and nothing happens on
// its own: the current state follows from the stored state and the time, so any process can compute it.
import type { GuestFacts } from '../guest.ts'
import type { Machine, MachineSpec, MachineState } from '../machines.ts'
import { joined } from './output-blocks.ts'
import { bootLog, shutdownLog } from './boot.ts'
import type { Guise } from './boot.ts'
import { Guest, newGuest } from './console.ts'
import type { GuestState } from './console.ts'
import { rebootPlan, startPlan, stopPlan } from './plan.ts'
import type { Step } from './plan.ts'
import { abandon, migrationAt, newMove } from './move.ts'
import type { Move } from './move.ts'
import type { Migration } from '../migrations.ts'
import { diskStatistics, memoryUse, nicStatistics, vcpuLoad, vcpuStatistics } from './statistics.ts'
import type { ConsoleEnd } from '../serial-console.ts'
import type { MachineStatistics, MemoryUse } from '../statistics.ts'

/** What its guest says about itself. */
const SYSTEM = { system: 'Simulated Linux 1.0', kernel: '1.0.0-simulated' }

const PLANS = { starting: startPlan, rebooting: rebootPlan, stopping: stopPlan }

export interface StoredMachine extends Guise {
  state: MachineState
  reason?: string | undefined
  changed: number
  started?: number | undefined
  /** When it stopped or failed, if it ever ran. */
  ended?: number | undefined
  resets: number
  request?: string | undefined
  /** Future steps. A step whose time has come counts as done, even if that is not stored yet. */
  plan: Step[]
  /** The last time that it moved, or moves. */
  move?: Move | undefined
  guest: GuestState
  /** How many bytes of output are stored. */
  printed: number
}

export class SimulatedMachine {
  readonly record: StoredMachine
  readonly #speed: number
  readonly #guest: Guest
  #now = 0
  #output: Uint8Array[] = []
  #unstored = 0

  /** `record` is modified. */
  constructor(record: StoredMachine, speed: number) {
    this.record = record
    this.#speed = speed
    this.#guest = new Guest(record.guest, {
      hostname: record.spec.hostname,
      print: (bytes) => this.#print(bytes),
      uptime: () => this.#now - record.changed,
      poweroff: () => this.begin('stopping'),
      reboot: () => this.begin('rebooting'),
    })
  }

  /** Bytes printed since this start. */
  get total() {
    return this.record.printed + this.#unstored
  }

  /** Output that is not stored yet. */
  unstored(): Uint8Array {
    const bytes = joined(this.#output)
    this.#output = [bytes]
    return bytes
  }

  /** Runs all steps that are due. */
  advance(now: number): this {
    const { plan } = this.record
    for (let step = plan[0]; step && step.at <= now; step = plan[0]) {
      this.#arrive(step.at)
      plan.shift()
      this.#now = step.at
      if (step.piece !== undefined) this.#boot(step.piece)
      if (step.state) this.#enter(step.state, step.reason)
    }
    this.#arrive(now)
    this.#now = now
    return this
  }

  beginMove(to_sled_id: string, id: string) {
    this.record.move = newMove(this.record, to_sled_id, id, { now: this.#now, speed: this.#speed })
  }

  /** Does nothing if it is not on its way. */
  endMove(state: 'failed' | 'cancelled', reason?: string) {
    const { move, spec } = this.record
    if (move?.state === 'running') abandon(move, spec.memory, this.#now, state, reason)
  }

  migration(): Migration | undefined {
    const { move, spec } = this.record
    return move && migrationAt(move, spec.memory, this.#now)
  }

  /** The sled that it is on its way to. */
  get destination(): string | undefined {
    const { move } = this.record
    return move?.state === 'running' ? move.to_sled_id : undefined
  }

  #arrive(now: number) {
    const { move, spec } = this.record
    if (move?.state !== 'running' || move.ends > now) return
    this.#now = move.ends
    if (move.will_fail)
      return this.endMove(
        'failed',
        `${spec.name} does not start there (the simulated host does this to machines with such a name)`,
      )
    move.state = 'completed'
    spec.sled_id = move.to_sled_id
  }

  begin(state: keyof typeof PLANS) {
    this.record.plan.length = 0
    this.#enter(state)
    this.record.plan.push(...PLANS[state](this.record, { now: this.#now, speed: this.#speed }))
  }

  /** Without a shutdown: a failed machine has none, and a forced stop does not wait for it. */
  settle() {
    this.record.plan.length = 0
    this.#enter('stopped')
  }

  input(bytes: Uint8Array) {
    this.#guest.input(bytes)
  }

  view(): Machine {
    const { spec, state, reason, changed } = this.record
    const { id, name, sled_id, generation } = spec
    return { id, name, sled_id, generation, state, ...(reason && { reason }), time_state_updated: new Date(changed) }
  }

  /** Why there will be no more output; undefined if there can be. */
  end(): ConsoleEnd | undefined {
    const { state, reason } = this.record
    if (state === 'stopped') return { ended: 'stopped', reason: 'VM stopped' }
    if (state === 'failed') return { ended: 'failed', reason: reason ?? 'VM failed' }
    return undefined
  }

  statistics(now: number): MachineStatistics | undefined {
    const { spec, seed, started, state, resets } = this.record
    if (started === undefined || state === 'stopped' || state === 'failed') return undefined
    const life = { started, now }
    return {
      id: spec.id,
      start_time: new Date(started),
      time: new Date(now),
      reset: resets,
      vcpus: vcpuStatistics(spec, seed, life),
      disks: diskStatistics(spec, seed, life),
      nics: nicStatistics(spec, seed, life),
    }
  }

  memory(now: number): MemoryUse | undefined {
    const { spec, seed, started, state } = this.record
    if (started === undefined || state !== 'running') return undefined
    return memoryUse(spec, seed, { started, now })
  }

  /** Undefined until its system has booted. */
  guestFacts(): GuestFacts | undefined {
    const { spec, guest } = this.record
    if (!guest.up) return undefined
    const interfaces = spec.nics.map(({ mac, ip }, n) => ({ name: `eth${n}`, mac: mac.toLowerCase(), addresses: [ip] }))
    return { hostname: spec.hostname, ...SYSTEM, interfaces }
  }

  /** How many vCPUs' worth of work it does right now. */
  load(now: number): number {
    const { spec, seed, started, state } = this.record
    if (started === undefined || state === 'stopped' || state === 'failed') return 0
    return vcpuLoad(spec, seed, { started, now })
  }

  #enter(state: MachineState, reason?: string) {
    const { record } = this
    record.state = state
    record.reason = reason
    record.changed = this.#now
    if (state === 'running') record.started ??= this.#now
    if (state === 'stopping' || state === 'rebooting') this.#shutDown(state === 'rebooting')
    if (state === 'rebooting') {
      record.boot++
      record.resets++
    }
    if (!this.end()) return
    this.endMove('failed', `${record.spec.name} is ${state}`)
    this.#guest.down()
    if (record.started !== undefined) record.ended ??= this.#now
  }

  #boot(piece: number) {
    const log = bootLog(this.record)
    this.#guest.print(log[piece] ?? '')
    if (piece === log.length - 1) this.record.guest.up = true
  }

  #shutDown(reboot: boolean) {
    if (this.record.guest.up) this.#guest.print(shutdownLog(reboot))
    this.#guest.down()
  }

  #print(bytes: Uint8Array) {
    this.#output.push(bytes)
    this.#unstored += bytes.length
  }
}

/** Drops the user data: nothing here reads it, and it can be 32 KiB for each of thousands of machines. */
export function newMachine(given: MachineSpec, seed: number, boot: number, now: number): StoredMachine {
  const spec: Omit<MachineSpec, 'user_data'> & { user_data?: string } = { ...given }
  delete spec.user_data
  return { spec, seed, boot, state: 'starting', changed: now, resets: 0, plan: [], guest: newGuest(), printed: 0 }
}
