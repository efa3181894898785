// Moves simulated machines between simulated sleds. The store has one row per machine, so it is never in two places at once.
import { DriverError } from '../driver-error.ts'
import type { Migrations } from '../migrations.ts'
import type { SimulatedHosts } from './hosts.ts'
import type { MachineList } from './machine-list.ts'
import type { SimulatedMachine } from './machine.ts'

export interface SimulatedMigrationsOptions {
  list: MachineList
  hosts: SimulatedHosts
}

export function makeSimulatedMigrations({ list, hosts }: SimulatedMigrationsOptions): Migrations {
  async function reach(sled_id: string) {
    if (list.closed.aborted) throw new DriverError('closed', 'the simulated host has been closed')
    await hosts.reach(sled_id)
  }

  /** Does nothing if it has ended. */
  const end = (id: string, migration_id: string, state: 'failed' | 'cancelled', reason?: string) =>
    list.change(id, (machine) => {
      if (machine?.destination === undefined || machine.record.move?.id !== migration_id) return undefined
      machine.endMove(state, reason)
      return machine
    })

  return {
    async begin({ id, sled_id }, to_sled_id, migration_id) {
      await reach(sled_id)
      await reach(to_sled_id)
      await list.change(id, (machine) => {
        if (machine?.record.move?.id === migration_id) return undefined
        if (!machine || machine.record.spec.sled_id !== sled_id)
          throw new DriverError('unknown_machine', `there is no machine ${id} on sled ${sled_id}`)
        mustBeReady(machine, to_sled_id)
        machine.beginMove(to_sled_id, migration_id)
        return machine
      })
    },

    async find({ id, sled_id }, to_sled_id, migration_id, { isOtherOff } = { isOtherOff: false }) {
      if (list.closed.aborted) throw new DriverError('closed', 'the simulated host has been closed')
      if (isOtherOff) await end(id, migration_id, 'failed', 'The other sled is off.')
      await list.refresh(id)
      const migration = list.find(id)?.migration()
      const isIt = migration?.id === migration_id
      // the sled that has the machine can tell
      const hasArrived = isIt && migration.state === 'completed'
      if (!hasArrived || !isOtherOff) await reach(hasArrived ? to_sled_id : sled_id)
      return isIt ? migration : undefined
    },

    async cancel({ id, sled_id }, to_sled_id, migration_id) {
      await reach(sled_id)
      await list.change(id, (machine) => {
        const isNew = machine?.record.move?.id !== migration_id
        if (machine?.record.spec.sled_id !== sled_id || (isNew && machine.destination !== undefined)) return undefined
        if (isNew) machine.beginMove(to_sled_id, migration_id)
        machine.endMove('cancelled')
        return machine
      })
    },
  }
}

function mustBeReady({ record, destination }: SimulatedMachine, to_sled_id: string) {
  const { name, sled_id } = record.spec
  if (record.state !== 'running') throw new DriverError('wrong_state', `${name} is ${record.state}, not running`)
  if (to_sled_id === sled_id) throw new DriverError('refused', `${name} runs on that sled already`)
  if (destination !== undefined) throw new DriverError('busy', `${name} is on its way to another sled`)
}
