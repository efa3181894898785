// Machines that exist only on paper and behave like machines: for the preview, for tests, and until a site has real ones.
// Runs anywhere: what happens later happens after clock.sleep, and never after close().
import { DriverError } from './driver.ts'
import type { Clock, Driver, MachineSpec, MachineState, Random } from './driver.ts'
import { newRecord, SimulatedMachine } from './simulated-machine.ts'
import type { MachineRecord } from './simulated-machine.ts'
import { emptyPast, endRun, makeRecall, type PastState } from './simulated-past.ts'
import { rebootPlan, startPlan, stopPlan } from './simulated-plan.ts'
import { readSensors } from './simulated-sensors.ts'
import { decode, decodePast, encode, encodePast, makeSaver } from './simulated-state.ts'
import type { Persistence } from './simulated-state.ts'

export type { Persistence } from './simulated-state.ts'

export interface SimulatedOptions {
  clock: Clock
  random: Random
  /** Without it the machines end with the process. */
  state?: Persistence
  /** Remember when machines ran, so that statistics can be recalled instead of stored. A state that was saved so also does. */
  remembers?: boolean
  /** How many times faster than a realistic machine; 1 when absent. */
  speed?: number
}

/** What is only printed may wait: saving at every keystroke would write everything each time. */
const PRINTED_IS_SAVED_AFTER = 1000

const PLANS = { starting: startPlan, rebooting: rebootPlan, stopping: stopPlan }

export function makeSimulated({ clock, random, state, remembers = false, speed = 1 }: SimulatedOptions): Driver {
  const machines = new Map<string, SimulatedMachine>()
  const texts = new Map<string, string>()
  const followers = new Map<string, AbortController>()
  const listeners = new Set<(id: string) => void>()
  const closing = new AbortController()
  const saver = makeSaver(state, text)
  let save_is_due = false
  let past: PastState | undefined = remembers ? emptyPast() : undefined
  const loaded = load()
  // whoever calls a verb is told; without a caller it must not end the process
  loaded.catch(() => undefined)

  const now = () => clock.now().getTime()
  const started = now()

  function text(): string {
    for (const [id, machine] of machines) if (!texts.has(id)) texts.set(id, encode(machine))
    return [...(past ? [encodePast(past)] : []), ...texts.values()].join('\n')
  }

  async function load() {
    const saved = (await state?.load()) ?? ''
    past = decodePast(saved) ?? past
    for (const stored of decode(saved)) {
      const { console, guest, ...record } = stored
      const machine = add(record)
      machine.restore({ console, guest })
      follow(machine)
    }
  }

  async function opened() {
    await loaded
    if (closing.signal.aborted) throw new DriverError('closed', 'the simulated host has been closed')
  }

  function add(record: MachineRecord): SimulatedMachine {
    const { id } = record.spec
    const guest_host = {
      uptime: () => now() - machine.record.changed,
      poweroff: () => void settle(machine, begin(machine, 'stopping')),
      reboot: () => void settle(machine, begin(machine, 'rebooting')),
    }
    const machine: SimulatedMachine = new SimulatedMachine(record, guest_host, () => printed(id))
    machines.set(id, machine)
    texts.delete(id)
    return machine
  }

  function begin(machine: SimulatedMachine, state: keyof typeof PLANS) {
    enter(machine, state)
    machine.record.plan = PLANS[state](machine.record, { now: now(), speed })
    follow(machine)
    return changed(machine)
  }

  function enter(machine: SimulatedMachine, state: MachineState) {
    followers.get(machine.record.spec.id)?.abort()
    machine.record.plan = []
    machine.enter(state, now())
  }

  /** Saved before anybody is told: a restart must not bring back a state that was already left. */
  async function changed(machine: SimulatedMachine) {
    const { id } = machine.record.spec
    texts.delete(id)
    await saver.save()
    poke(id)
  }

  function poke(id: string) {
    for (const listener of listeners) listener(id)
  }

  /** For what nobody waits for: a save that fails is made good by the next, but what happened must be told. */
  async function settle(machine: SimulatedMachine, saved: Promise<void>) {
    await saved.catch(() => poke(machine.record.spec.id))
  }

  function printed(id: string) {
    texts.delete(id)
    if (save_is_due || !state) return
    save_is_due = true
    void pause(PRINTED_IS_SAVED_AFTER, closing.signal).then(() => {
      save_is_due = false
      return closing.signal.aborted ? undefined : saver.save().catch(() => undefined)
    })
  }

  async function pause(milliseconds: number, signal: AbortSignal) {
    // hosts differ in whether a broken-off sleep rejects; the signal tells
    await clock.sleep(Math.max(0, milliseconds), signal).catch(() => undefined)
  }

  function follow(machine: SimulatedMachine) {
    const { id } = machine.record.spec
    const follower = new AbortController()
    followers.get(id)?.abort()
    followers.set(id, follower)
    void walk(machine, follower.signal)
  }

  async function walk(machine: SimulatedMachine, signal: AbortSignal) {
    for (;;) {
      const step = machine.record.plan[0]
      if (!step) return
      await pause(step.at - now(), signal)
      if (signal.aborted) return
      machine.record.plan.shift()
      machine.take(step, now())
      if (step.state === 'stopped' || step.state === 'failed') finish(machine)
      if (step.state) await settle(machine, changed(machine))
      if (signal.aborted) return
    }
  }

  /** Its run is over. */
  function finish(machine: SimulatedMachine) {
    if (past) endRun(past, machine, now())
  }

  function newSeed(): number {
    return random.bytes(4).reduce((seed, byte) => seed * 256 + byte, 0)
  }

  function machineUpTo(id: string, generation = Infinity): SimulatedMachine | undefined {
    const machine = machines.get(id)
    return machine && machine.record.spec.generation <= generation ? machine : undefined
  }

  return {
    async ensure(spec: MachineSpec) {
      await opened()
      const known = machines.get(spec.id)
      if (known && spec.generation <= known.record.spec.generation) return
      if (known?.record.state === 'stopping')
        throw new DriverError(
          'busy',
          `${known.record.spec.name} is still stopping; it can be started once it has stopped`,
        )
      known?.serial.end({ ended: 'removed', reason: 'VM replaced' })
      if (known) finish(known)
      const seed = known?.record.seed ?? past?.runs[spec.id]?.at(-1)?.seed ?? newSeed()
      await begin(add(newRecord(spec, seed, (known?.record.boot ?? 0) + 1, now())), 'starting')
    },

    async stop(id, generation) {
      await opened()
      const machine = machineUpTo(id, generation)
      if (!machine || machine.record.state === 'stopped' || machine.record.state === 'stopping') return
      if (machine.record.state !== 'failed') return begin(machine, 'stopping')
      enter(machine, 'stopped')
      await changed(machine)
    },

    async reboot(id, request) {
      await opened()
      const machine = machines.get(id)
      if (!machine) throw new DriverError('unknown_machine', `there is no machine ${id}`)
      const { record } = machine
      if (record.state === 'rebooting' || (request !== undefined && request === record.request)) return
      if (record.state !== 'running')
        throw new DriverError(
          'wrong_state',
          `${record.spec.name} is ${record.state}; only a running machine can be rebooted`,
        )
      record.request = request
      await begin(machine, 'rebooting')
    },

    async remove(id, generation) {
      await opened()
      const machine = machineUpTo(id, generation)
      if (!machine) return
      finish(machine)
      followers.get(id)?.abort()
      followers.delete(id)
      machines.delete(id)
      texts.delete(id)
      machine.serial.end({ ended: 'removed', reason: 'VM removed' })
      await saver.save()
      poke(id)
    },

    async list() {
      await opened()
      return [...machines.values()].map((machine) => machine.view())
    },

    async find(id) {
      await opened()
      return machines.get(id)?.view()
    },

    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async console(id) {
      await opened()
      return machines.get(id)?.serial
    },

    async statistics(id) {
      await opened()
      return machines.get(id)?.statistics(now())
    },

    async allStatistics() {
      await opened()
      const time = now()
      return [...machines].flatMap(([id, machine]) => {
        const statistics = machine.statistics(time)
        return statistics ? [{ id, ...statistics }] : []
      })
    },

    async readSensors(sleds) {
      await opened()
      return readSensors(sleds, [...machines.values()], { started, now: now() })
    },

    get recall() {
      return past && makeRecall(past, machines)
    },

    async close() {
      if (closing.signal.aborted) return
      const readable = await loaded.then(
        () => true,
        () => false,
      )
      closing.abort()
      for (const follower of followers.values()) follower.abort()
      listeners.clear()
      // a record that could not be read is somebody's evidence: leave it
      if (readable) await saver.save()
      for (const { serial } of machines.values()) serial.end({ ended: 'closed', reason: 'the host is going away' })
    },
  }
}
