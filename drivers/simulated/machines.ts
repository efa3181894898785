// Machines that exist only on paper and behave like machines: for the preview, for tests, and until a site has real ones.
// Runs anywhere. All there is to know of a machine is in the store, so several processes can share its machines.
import { DriverError } from '../machines.ts'
import type { Clock, Machines, MachineSpec, Random } from '../machines.ts'
import { newMachine, SimulatedMachine } from './machine.ts'
import { makeMachines } from './machine-list.ts'
import { makeRecall } from './past.ts'
import { readSensors } from './sensors.ts'
import { makeSerial } from './serial.ts'
import { makeMemoryMachines } from './machine-store.ts'
import type { MachineStore } from './machine-store.ts'

export interface SimulatedOptions {
  clock: Clock
  random: Random
  /** Without it the machines end with the process. */
  store?: MachineStore
  /** How many times faster than a realistic machine; 1 when absent. */
  speed?: number
}

export function makeSimulatedMachines({
  clock,
  random,
  store = makeMemoryMachines(),
  speed = 1,
}: SimulatedOptions): Machines {
  const machines = makeMachines({ clock, store, speed })
  const { now } = machines
  const started = now()

  function mustBeOpen() {
    if (machines.closed.aborted) throw new DriverError('closed', 'the simulated host has been closed')
  }

  async function current(id: string): Promise<SimulatedMachine | undefined> {
    mustBeOpen()
    await machines.refresh(id)
    return machines.find(id)
  }

  async function all(): Promise<SimulatedMachine[]> {
    mustBeOpen()
    return machines.all()
  }

  const { endedRuns } = machines

  /** A machine that ran before keeps its habits. */
  async function seedOf(machine_id: string): Promise<number> {
    const last = machines.recalledUntil() === undefined ? undefined : (await endedRuns({ machine_id })).at(-1)
    return last?.seed ?? random.bytes(4).reduce((seed, byte) => seed * 256 + byte, 0)
  }

  return {
    async ensure(spec: MachineSpec) {
      mustBeOpen()
      const fresh = await seedOf(spec.id)
      await machines.change(spec.id, (known) => {
        if (known && spec.generation <= known.record.spec.generation) return undefined
        if (known?.record.state === 'stopping')
          throw new DriverError(
            'busy',
            `${known.record.spec.name} is still stopping; it can be started once it has stopped`,
          )
        const { seed = fresh, boot = 0 } = known?.record ?? {}
        const machine = new SimulatedMachine(newMachine(spec, seed, boot + 1, now()), speed).advance(now())
        machine.begin('starting')
        return machine
      })
    },

    async stop(id, generation = Infinity) {
      mustBeOpen()
      await machines.change(id, (machine) => {
        if (!machine || machine.record.spec.generation > generation) return undefined
        const { state } = machine.record
        if (state === 'stopped' || state === 'stopping') return undefined
        if (state === 'failed') machine.settle()
        else machine.begin('stopping')
        return machine
      })
    },

    async reboot(id, request) {
      mustBeOpen()
      await machines.change(id, (machine) => {
        if (!machine) throw new DriverError('unknown_machine', `there is no machine ${id}`)
        const { record } = machine
        if (record.state === 'rebooting' || (request !== undefined && request === record.request)) return undefined
        if (record.state !== 'running')
          throw new DriverError(
            'wrong_state',
            `${record.spec.name} is ${record.state}; only a running machine can be rebooted`,
          )
        record.request = request
        machine.begin('rebooting')
        return machine
      })
    },

    async remove(id, generation = Infinity) {
      mustBeOpen()
      const remove = (machine: SimulatedMachine | undefined) =>
        machine && machine.record.spec.generation <= generation ? machine : undefined
      if (await machines.change(id, remove, { isRemoval: true })) await machines.purge()
    },

    list: async () => (await all()).map((machine) => machine.view()),
    find: async (id) => (await current(id))?.view(),
    watch: machines.watch,

    async console(id) {
      const machine = await current(id)
      return machine && makeSerial(machines, id, machine.record.spec.generation)
    },

    statistics: async (id) => (await current(id))?.statistics(now()),

    async allStatistics() {
      const found = await all()
      const time = now()
      return found.flatMap((machine) => {
        const statistics = machine.statistics(time)
        return statistics ? [{ id: machine.record.spec.id, ...statistics }] : []
      })
    },

    readSensors: async (sleds) => readSensors(sleds, await all(), { started, now: now() }),
    get recall() {
      const until = machines.recalledUntil()
      return until === undefined ? undefined : makeRecall({ until, find: current, all, endedRuns })
    },
    close: machines.close,
  }
}
