// Gives disks to machines that run, and takes them away. The row says what is wanted, so it goes on after a crash. A disk that its guest
// has not released stays with its instance: nobody else may write to it.
import type { MachineAt } from '#drivers/machines.ts'
import type { Tx } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { driverErrorOf } from '../frame/driver-error.ts'
import { append, outcomeOf } from '../frame/events.ts'
import type { DiskRow } from './disk.ts'
import { endHotplug } from './volume.ts'

/** What became of it: done, refused by the sled with this reason, or to be asked again in a while. */
export type HotplugOutcome = { refusal?: string; isWaiting?: true }

const WAITING = { isWaiting: true } as const

export async function plugIn(host: Host, id: string): Promise<HotplugOutcome> {
  const found = await diskAt(host, id)
  if (found?.disk.disk_state !== 'attaching') return {}
  const { disk, at } = found
  try {
    if (at) {
      const location = host.volumes.locate(id, at.sled_id)
      const { size, block_size } = disk
      await host.machines.attachDisk(at, { id, location, size, block_size, boot: false })
    }
    // without a machine, the next start brings it
    await record(host, disk, { disk_state: 'attached', instance_id: disk.instance_id })
    return {}
  } catch (error) {
    if (isBetweenStates(error)) return WAITING
    if (driverErrorOf(error) !== 'refused') throw error
    await record(host, disk, { disk_state: 'detached', instance_id: null })
    return { refusal: (error as Error).message }
  }
}

export async function unplug(host: Host, id: string): Promise<HotplugOutcome> {
  const found = await diskAt(host, id)
  if (found?.disk.disk_state !== 'detaching') return {}
  const { disk, at } = found
  try {
    if (at) await host.machines.detachDisk(at, id)
    await record(host, disk, { disk_state: 'detached', instance_id: null })
    return {}
  } catch (error) {
    if (isBetweenStates(error) || driverErrorOf(error) === 'busy') return WAITING
    throw error
  }
}

/** The machine starts or ends, so the row will soon say what to do. */
function isBetweenStates(error: unknown): boolean {
  const code = driverErrorOf(error)
  return code === 'wrong_state' || code === 'unknown_machine'
}

async function diskAt({ db }: Host, id: string): Promise<{ disk: DiskRow; at?: MachineAt } | undefined> {
  const disk = await db.read.selectFrom('disk').selectAll().where('id', '=', id).executeTakeFirst()
  if (!disk?.instance_id) return undefined
  const instances = db.read.selectFrom('instance').select(['id', 'sled_id']).where('id', '=', disk.instance_id)
  const instance = await instances.executeTakeFirst()
  return instance?.sled_id ? { disk, at: { id: instance.id, sled_id: instance.sled_id } } : { disk }
}

/** Unless the row has changed since it was read. */
function record(host: Host, disk: DiskRow, set: Pick<DiskRow, 'disk_state' | 'instance_id'>): Promise<void> {
  return host.db.transaction(async (tx: Tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('disk')
      .set(set)
      .where('id', '=', disk.id)
      .where('disk_state', '=', disk.disk_state)
      .where('instance_id', '=', disk.instance_id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await endHotplug({ db: tx }, disk.id)
    await append(host, tx, outcomeOf(host.clock.now().toISOString(), 'disk', disk))
  })
}
