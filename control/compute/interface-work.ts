// Gives an interface to a machine that runs, or takes it away. One that the guest has not released keeps its address, so that nobody
// else gets it.
import type { Tx } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { append, outcomeOf } from '../frame/events.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { touchVpc } from '../network/desired/touch-vpc.ts'
import { giveSubnetAddress } from '../network/network-interface-address.ts'
import type { NetworkInterfaceRow } from '../network/network-interface.ts'
import { machineAt, type DeviceMachine, type DeviceOutcome } from './device.ts'
import { nicsOf } from './machine.ts'

export async function followInterface(host: Host, id: string): Promise<DeviceOutcome> {
  const rows = host.db.read.selectFrom('network_interface').selectAll().where('id', '=', id)
  const row = await rows.executeTakeFirst()
  const machine = row?.plug && (await machineAt(host, row.instance_id))
  if (!row || !machine) return {}
  return row.plug === 'attach' ? plugIn(host, row, machine) : unplug(host, row, machine)
}

async function plugIn(host: Host, row: NetworkInterfaceRow, { instance, at }: DeviceMachine): Promise<DeviceOutcome> {
  const nic = (await nicsOf(host.db.read, instance.id)).find(({ id }) => id === row.id)
  try {
    // without a machine, the next start brings it
    if (at && nic) await host.machines.attachNic(at, nic)
  } catch (error) {
    if (driverErrorOf(error) !== 'refused') throw error
    await end(host, row, instance, { isKept: false })
    return { refusal: (error as Error).message }
  }
  await end(host, row, instance, { isKept: true })
  return {}
}

async function unplug(host: Host, row: NetworkInterfaceRow, { instance, at }: DeviceMachine): Promise<DeviceOutcome> {
  if (at) await host.machines.detachNic(at, row.id)
  await end(host, row, instance, { isKept: false })
  return {}
}

/** Unless the row has changed since it was read. */
async function end(host: Host, row: NetworkInterfaceRow, instance: InstanceRow, { isKept }: { isKept: boolean }) {
  await host.db.transaction(async (tx: Tx) => {
    const now = host.clock.now().toISOString()
    if (isKept) {
      const update = tx.updateTable('network_interface').set({ plug: null })
      const { numUpdatedRows } = await update.where('id', '=', row.id).where('plug', '=', row.plug).executeTakeFirst()
      if (numUpdatedRows === 0n) return
    } else {
      const remove = tx.deleteFrom('network_interface').where('id', '=', row.id).where('plug', '=', row.plug)
      if ((await remove.executeTakeFirst()).numDeletedRows === 0n) return
      await giveSubnetAddress({ db: tx }, row)
      // the loop looks soon
      await touchVpc({ db: tx, now, poke: () => undefined, touchedVpcs: new Map() }, row.vpc_id)
    }
    const { silo_id, project_id } = instance
    await append(host, tx, outcomeOf(now, 'network_interface', { id: row.id, name: row.name, silo_id, project_id }))
  })
}
