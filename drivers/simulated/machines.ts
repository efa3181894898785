// Simulated machines: they exist only as state and behave like real ones. For the preview, for tests, and for sites without real
// hosts. All state is in the store, so several processes can share the machines.
import type { BlockStore } from '../blocks.ts'
import type { Random } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import { mustGrow, type MachineAt, type MachineDisk, type Machines, type MachineSpec } from '../machines.ts'
import type { MachineList } from './machine-list.ts'
import { newMachine, SimulatedMachine, type StoredMachine } from './machine.ts'
import { makeSerial } from './serial.ts'
import { makeSimulatedHosts, type SimulatedHosts } from './hosts.ts'

export interface SimulatedMachinesOptions {
  list: MachineList
  random: Random
  /** How many times faster than a real machine. */
  speed: number
  volumes: Pick<BlockStore, 'clone' | 'resize' | 'remove'>
  hosts?: SimulatedHosts | undefined
}

export function makeSimulatedMachines({
  list: machines,
  random,
  speed,
  volumes,
  hosts = makeSimulatedHosts(),
}: SimulatedMachinesOptions): Machines {
  const { now } = machines

  /** The host must answer before anything is read or changed. */
  async function reach(sled_id: string) {
    mustBeOpen()
    await hosts.reach(sled_id)
    mustBeOpen()
  }

  function mustBeOpen() {
    if (machines.closed.aborted) throw new DriverError('closed', 'the simulated host has been closed')
  }

  async function current({ id, sled_id }: MachineAt): Promise<SimulatedMachine | undefined> {
    await reach(sled_id)
    await machines.refresh(id)
    const machine = machines.find(id)
    return machine?.record.spec.sled_id === sled_id ? machine : undefined
  }

  async function allOf(sled_id: string): Promise<SimulatedMachine[]> {
    await reach(sled_id)
    return machines.on(sled_id)
  }

  /** Changes a machine if it is on this sled. */
  async function change(
    { id, sled_id }: MachineAt,
    work: (machine: SimulatedMachine | undefined) => SimulatedMachine | undefined,
    options?: { isRemoval?: boolean },
  ): Promise<boolean> {
    await reach(sled_id)
    const here = (machine: SimulatedMachine | undefined) =>
      machine?.record.spec.sled_id === sled_id ? machine : undefined
    return machines.change(id, (machine) => work(here(machine)), options)
  }

  /** Removing a machine that is only on its way here leaves it where it is. */
  const endArrival = ({ id, sled_id }: MachineAt, generation: number) =>
    machines.change(id, (machine) => {
      if (machine?.destination !== sled_id || machine.record.spec.generation > generation) return undefined
      machine.endMove('failed', 'the machine was removed from the other sled')
      return machine
    })

  /** Changes the devices of a running machine. */
  async function changeDevices(at: MachineAt, work: (spec: StoredMachine['spec']) => void) {
    await change(at, (machine) => {
      if (!machine) throw unknown(at.id)
      mustRun(machine)
      work(machine.record.spec)
      return machine
    })
  }

  /** A machine that ran before keeps its habits. */
  async function seedOf(machine_id: string): Promise<number> {
    const isRecalled = machines.recalledUntil() !== undefined
    const last = isRecalled ? (await machines.endedRuns({ machine_id })).at(-1) : undefined
    return last?.seed ?? random.bytes(4).reduce((seed, byte) => seed * 256 + byte, 0)
  }

  return {
    async ensure(spec: MachineSpec) {
      await reach(spec.sled_id)
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

    async stop(at, generation = Infinity, { force } = { force: false }) {
      await change(at, (machine) => {
        if (!machine || machine.record.spec.generation > generation) return undefined
        const { state } = machine.record
        if (state === 'stopped' || (state === 'stopping' && !force)) return undefined
        if (state === 'failed' || force) machine.settle()
        else machine.begin('stopping')
        return machine
      })
    },

    async reboot(at, request) {
      await change(at, (machine) => {
        if (!machine) throw unknown(at.id)
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

    async remove(at, generation = Infinity) {
      if (await endArrival(at, generation)) return
      const remove = (machine: SimulatedMachine | undefined) =>
        machine && machine.record.spec.generation <= generation ? machine : undefined
      if (await change(at, remove, { isRemoval: true })) await machines.purge()
    },

    attachDisk: (at, disk) => changeDevices(at, (spec) => (spec.disks = [...without(spec.disks, disk.id), disk])),
    detachDisk: (at, disk_id) => changeDevices(at, (spec) => (spec.disks = without(spec.disks, disk_id))),
    attachNic: (at, nic) => changeDevices(at, (spec) => (spec.nics = [...without(spec.nics, nic.id), nic])),
    detachNic: (at, nic_id) => changeDevices(at, (spec) => (spec.nics = without(spec.nics, nic_id))),
    changeCd: (at, cd) => changeDevices(at, (spec) => (spec.cd = cd && { ...cd, boot: false })),

    async resizeDisk(at, disk_id, size) {
      await changeDevices(at, (spec) => {
        mustHave(spec.disks, disk_id, spec.name)
        mustGrow(spec.disks.find(({ id }) => id === disk_id)!.size, size)
        spec.disks = spec.disks.map((disk) => (disk.id === disk_id ? { ...disk, size } : disk))
      })
      await volumes.resize(disk_id, size)
    },

    /** Simulated guests do not write to their disks, so every moment is the same. */
    async copyDisk(at, disk_id, to) {
      const machine = await current(at)
      if (!machine) throw unknown(at.id)
      mustRun(machine)
      mustHave(machine.record.spec.disks, disk_id, machine.record.spec.name)
      await volumes.clone(disk_id, to.id, to.size)
    },

    /** Simulated guests write nothing, so copies that are made one after the other are of one moment. */
    async copyDisks(at, copies) {
      const machine = await current(at)
      if (!machine) throw unknown(at.id)
      mustRun(machine)
      const { disks, name } = machine.record.spec
      for (const { disk_id } of copies) mustHave(disks, disk_id, name)
      try {
        for (const { disk_id, to } of copies) await volumes.clone(disk_id, to.id, to.size)
      } catch (error) {
        for (const { to } of copies) await volumes.remove(to.id)
        throw error
      }
    },

    /** Its addresses are those that it was given. */
    async guest(at) {
      const machine = await current(at)
      if (!machine) throw unknown(at.id)
      mustRun(machine)
      return machine.guestFacts()
    },

    async list(sled_id) {
      const found = await allOf(sled_id)
      return [...found.map((machine) => machine.view()), ...machines.headingFor(sled_id).map(arriving)]
    },

    async find(at) {
      const machine = await current(at)
      if (machine) return machine.view()
      const other = machines.find(at.id)
      return other?.destination === at.sled_id ? arriving(other) : undefined
    },

    watch: machines.watch,

    async console(at) {
      const machine = await current(at)
      return machine && makeSerial(machines, at.id, machine.record.spec.generation)
    },

    /** Simulated machines only have a serial port. */
    async screen(at) {
      await current(at)
      return undefined
    },

    async statistics(sled_id) {
      const found = await allOf(sled_id)
      const time = now()
      return found.flatMap((machine) => machine.statistics(time) ?? [])
    },

    async memory(at) {
      return (await current(at))?.memory(now())
    },

    close: machines.close,
  }
}

/** As the other sled sees it. */
const arriving = (machine: SimulatedMachine) => ({
  ...machine.view(),
  sled_id: machine.destination!,
  state: 'starting' as const,
})

const unknown = (id: string) => new DriverError('unknown_machine', `there is no machine ${id}`)

function mustRun({ record }: SimulatedMachine) {
  if (record.state !== 'running' && record.state !== 'rebooting')
    throw new DriverError('wrong_state', `${record.spec.name} is ${record.state}, not running`)
}

const without = <Part extends { id: string }>(parts: readonly Part[], id: string) =>
  parts.filter((part) => part.id !== id)

function mustHave(disks: readonly MachineDisk[], id: string, name: string) {
  if (!disks.some((disk) => disk.id === id)) throw new DriverError('refused', `${name} has no disk ${id}`)
}
