// Copies of the disks of running guests for a backup of the installation: those of one instance are of one moment. Whoever makes the backup
// requests them, also from another process; the storage loop of the server makes them.
import type { Database, Queries } from '../db/database.ts'
import type { Clock } from '../frame/ports/clock.ts'
import type { Random } from '../frame/ports/host.ts'

const LIFETIME_MS = 15 * 60_000
const BATCH_SIZE = 1000

export interface CopyParts {
  db: Database
  clock: Clock
  random: Random
}

export interface AttachedDisk {
  id: string
  name: string
  size: number
  instance_id: string
  instance_name: string
  /** Counts the starts of the instance. */
  generation: number
  isRunning: boolean
}

/** Disks that a guest may write to, now or after a start. */
export async function attachedDisks(db: Queries): Promise<AttachedDisk[]> {
  const rows = await db
    .selectFrom('disk')
    .innerJoin('instance', 'instance.id', 'disk.instance_id')
    .select(['disk.id', 'disk.name', 'disk.size', 'instance_id', 'instance.name as instance_name'])
    .select(['instance.generation', 'instance.sled_id'])
    .orderBy('instance.name')
    .orderBy('disk.name')
    .execute()
  return rows.map(({ sled_id, instance_id, ...disk }) => ({
    ...disk,
    instance_id: instance_id!,
    isRunning: sled_id !== null,
  }))
}

/** Whether a server works on this database now. */
export async function isServed({ db, clock }: CopyParts): Promise<boolean> {
  const leases = db.read.selectFrom('lease').select('name').where('name', '=', 'storage')
  return (await leases.where('time_expires', '>', clock.now().toISOString()).executeTakeFirst()) !== undefined
}

const expiry = ({ clock }: CopyParts) => new Date(clock.now().getTime() + LIFETIME_MS).toISOString()

/** Returns the IDs of the copies by those of their disks. */
export async function requestCopies(
  parts: CopyParts,
  backup_id: string,
  disks: readonly AttachedDisk[],
): Promise<Map<string, string>> {
  const copies = new Map(disks.map(({ id }) => [id, parts.random.uuid()]))
  await parts.db.transaction(async (tx) => {
    const time_expires = expiry(parts)
    for (const { id: disk_id, instance_id, size } of disks) {
      const id = copies.get(disk_id)!
      await tx.insertInto('disk_copy').values({ id, backup_id, instance_id, disk_id, time_expires }).execute()
      const volume = { id, owner: 'backup', size, source_id: disk_id, volume_state: 'making', task: 'make' } as const
      await tx
        .insertInto('volume')
        .values({ ...volume, attempts: 0 })
        .execute()
    }
  })
  return copies
}

/** The states of the copies of a backup, by their IDs. Keeps them from being removed. */
export async function renewCopies(
  parts: CopyParts,
  backup_id: string,
): Promise<Map<string, 'making' | 'ready' | 'faulted'>> {
  const set = { time_expires: expiry(parts) }
  await parts.db.transaction((tx) => tx.updateTable('disk_copy').set(set).where('backup_id', '=', backup_id).execute())
  const rows = await parts.db.read
    .selectFrom('disk_copy')
    .innerJoin('volume', 'volume.id', 'disk_copy.id')
    .select(['volume.id', 'volume.volume_state'])
    .where('backup_id', '=', backup_id)
    .where((is) => is.or([is('task', '=', 'make'), is('task', 'is', null)]))
    .execute()
  return new Map(rows.map(({ id, volume_state }) => [id, volume_state]))
}

/** The copies of a backup that wait for a host which does not answer. */
export async function silentCopies(db: Queries, backup_id: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('disk_copy')
    .innerJoin('instance', 'instance.id', 'disk_copy.instance_id')
    .innerJoin('sled', 'sled.id', 'instance.sled_id')
    .select('disk_copy.id')
    .where('backup_id', '=', backup_id)
    .where('time_unreachable', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** What belongs to backups that are being made. */
export async function copyIds(db: Queries): Promise<string[]> {
  const rows = await db.selectFrom('volume').select('id').where('owner', '=', 'backup').execute()
  return rows.map(({ id }) => id)
}

/** The storage loop frees their contents. */
export const endCopies = ({ db }: Pick<CopyParts, 'db'>, backup_id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const own = tx.selectFrom('disk_copy').select('id').where('backup_id', '=', backup_id)
    await tx.updateTable('volume').set({ task: 'remove' }).where('id', 'in', own).execute()
    await tx.deleteFrom('disk_copy').where('backup_id', '=', backup_id).execute()
  })

/** Ends the copies of backups that were killed. */
export async function endStaleCopies({ db }: Pick<CopyParts, 'db'>, now: string): Promise<void> {
  const stale = db.read.selectFrom('disk_copy').select('backup_id').distinct().where('time_expires', '<=', now)
  for (const { backup_id } of await stale.execute()) await endCopies({ db }, backup_id)
}

/** After a restore without them: such a disk can be deleted, and its instance says that it cannot start. */
export async function faultMissing(db: Database, disks: readonly string[]): Promise<void> {
  for (let at = 0; at < disks.length; at += BATCH_SIZE) {
    const ids = disks.slice(at, at + BATCH_SIZE)
    await db.transaction(async (tx) => {
      await tx.updateTable('volume').set({ volume_state: 'faulted', task: null }).where('id', 'in', ids).execute()
      await tx.updateTable('disk').set({ disk_state: 'faulted' }).where('id', 'in', ids).execute()
      await tx.updateTable('instance').set({ boot_disk_id: null }).where('boot_disk_id', 'in', ids).execute()
    })
  }
}
