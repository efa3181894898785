// Puts a CD into the drive of a machine that runs, or ejects it.
import type { RowOf, Tx } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { append, outcomeOf } from '../frame/events.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { machineAt, type DeviceOutcome } from './device.ts'

type CdRow = RowOf<'instance_cd'>

export async function followCd(host: Host, instance_id: string): Promise<DeviceOutcome> {
  const rows = host.db.read.selectFrom('instance_cd').selectAll().where('instance_id', '=', instance_id)
  const row = await rows.executeTakeFirst()
  const machine = row?.task && (await machineAt(host, instance_id))
  if (!row || !machine) return {}
  const { instance, at } = machine
  const id = row.task === 'insert' ? row.image_id : null
  try {
    // without a machine, the next start follows
    if (at)
      await host.machines.changeCd(at, id === null ? undefined : { id, location: host.volumes.locate(id, at.sled_id) })
  } catch (error) {
    if (driverErrorOf(error) !== 'refused') throw error
    await end(host, row, instance, null)
    return { refusal: (error as Error).message }
  }
  await end(host, row, instance, id)
  return {}
}

/** Unless the row has changed since it was read. Without an image the drive is empty. */
async function end(host: Host, row: CdRow, instance: InstanceRow, image_id: string | null): Promise<void> {
  await host.db.transaction(async (tx: Tx) => {
    const { instance_id, task, time_modified } = row
    const isSame = { instance_id, task, time_modified }
    const current = await tx
      .selectFrom('instance_cd')
      .selectAll()
      .where('instance_id', '=', instance_id)
      .executeTakeFirst()
    if (!current || current.task !== isSame.task || current.time_modified !== isSame.time_modified) return
    if (image_id === null) await tx.deleteFrom('instance_cd').where('instance_id', '=', instance_id).execute()
    else await tx.updateTable('instance_cd').set({ task: null }).where('instance_id', '=', instance_id).execute()
    await append(host, tx, outcomeOf(host.clock.now().toISOString(), 'instance_cd', instance))
  })
}
