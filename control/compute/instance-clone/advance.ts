// Brings a clone one step further, in one transaction that decides from the rows, because the server may have crashed and people may have
// changed things meanwhile. Either all of it is there in the end, or none of it.
import type { Tx } from '../../db/database.ts'
import type { Ctx, Host } from '../../frame/context.ts'
import { append, outcomeOf, type Happened } from '../../frame/events.ts'
import { credit } from '../../frame/usage.ts'
import { requestRemoval } from '../../storage/volume.ts'
import { changeState } from '../instance-actions.ts'
import { tryStart } from '../instance-create.ts'
import { removeInstance } from '../instance-delete.ts'
import type { CloneRow } from './find-clone.ts'

type Step = Pick<Ctx, 'db' | 'now' | 'poke' | 'touchedVpcs'> & { host: Host; db: Tx }

/** Returns whether there is more to do later. */
export async function advanceClone(host: Host, id: string): Promise<boolean> {
  return host.db.transaction(async (tx) => {
    const ctx = { host, db: tx, now: host.clock.now().toISOString(), poke: () => undefined, touchedVpcs: new Map() }
    const row = await tx.selectFrom('instance_clone').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.state === 'copying') return follow(ctx, row)
    return row?.state === 'undoing' ? undo(ctx, row) : false
  })
}

async function follow(ctx: Step, row: CloneRow): Promise<boolean> {
  const disks = await disksOf(ctx.db, row)
  const instance = await instanceOf(ctx.db, row)
  const problem = problemOf(row, disks, instance !== undefined)
  if (problem !== undefined) {
    await change(ctx, row, { state: 'undoing', problem })
    return true
  }
  if (!instance || disks.some(({ volume_state }) => volume_state === 'making')) return true
  // a snapshot is ready before the disk that is made of it
  await removeSnapshots(ctx, row)
  const made = await changeState(ctx, instance, 'stopped')
  if (row.start) await tryStart(ctx, made)
  await change(ctx, row, { state: 'done' })
  await tell(ctx, 'instance', made)
  await tell(ctx, 'instance_clone', row, { outcome: 'ready' })
  return false
}

interface CopiedDisk {
  id: string
  name: string
  volume_state: string | null
}

function problemOf({ copies }: CloneRow, disks: readonly CopiedDisk[], hasInstance: boolean): string | undefined {
  if (!hasInstance || disks.length < copies.length) return 'Part of it was deleted meanwhile.'
  const faulted = disks.find(({ volume_state }) => volume_state === 'faulted')
  return faulted && `The contents of disk ${faulted.name} could not be copied.`
}

/** A snapshot that is being taken cannot be removed: its disk waits for it. */
async function undo(ctx: Step, row: CloneRow): Promise<boolean> {
  const instance = await instanceOf(ctx.db, row)
  if (instance) {
    await removeInstance(ctx, instance.id)
    await tell(ctx, 'instance', instance)
  }
  await removeDisks(ctx, row)
  if (!(await removeSnapshots(ctx, row))) return true
  if (row.problem === null) await ctx.db.deleteFrom('instance_clone').where('id', '=', row.id).execute()
  else await change(ctx, row, { state: 'failed', instance_id: null })
  await tell(ctx, 'instance_clone', row, row.problem === null ? undefined : { outcome: 'failed', reason: row.problem })
  return false
}

/** One that was taken elsewhere meanwhile stays there. */
async function removeDisks(ctx: Step, { copies }: CloneRow): Promise<void> {
  for (const { disk_id } of copies) {
    const gone = ctx.db.deleteFrom('disk').where('id', '=', disk_id).where('instance_id', 'is', null)
    const disk = await gone.returningAll().executeTakeFirst()
    if (!disk) continue
    await credit(ctx, disk, { storage: disk.size })
    await requestRemoval(ctx, disk_id)
    await tell(ctx, 'disk', disk)
  }
}

/** Returns whether all of them are gone. */
async function removeSnapshots(ctx: Step, { copies }: CloneRow): Promise<boolean> {
  let isDone = true
  for (const { snapshot_id } of copies) {
    if (snapshot_id === null) continue
    const row = await ctx.db.selectFrom('snapshot').selectAll().where('id', '=', snapshot_id).executeTakeFirst()
    if (!row) continue
    if (row.state === 'creating') {
      isDone = false
      continue
    }
    await ctx.db.deleteFrom('snapshot').where('id', '=', snapshot_id).execute()
    await credit(ctx, row, { storage: row.size })
    await requestRemoval(ctx, snapshot_id)
    await tell(ctx, 'snapshot', row)
  }
  return isDone
}

const disksOf = async (db: Tx, { copies }: CloneRow): Promise<CopiedDisk[]> =>
  copies.length === 0
    ? []
    : db
        .selectFrom('disk')
        .leftJoin('volume', 'volume.id', 'disk.id')
        .select(['disk.id', 'disk.name', 'volume.volume_state'])
        .where(
          'disk.id',
          'in',
          copies.map(({ disk_id }) => disk_id),
        )
        .execute()

/** As long as it waits for its disks. */
const instanceOf = (db: Tx, { instance_id }: CloneRow) =>
  db
    .selectFrom('instance')
    .selectAll()
    .where('id', '=', instance_id ?? '')
    .where('run_state', '=', 'creating')
    .executeTakeFirst()

async function change(ctx: Step, { id }: CloneRow, set: Partial<CloneRow>): Promise<void> {
  const update = ctx.db.updateTable('instance_clone').set({ ...set, time_modified: ctx.now })
  await update.where('id', '=', id).execute()
}

interface Told {
  id: string
  name: string
  silo_id: string
  project_id: string
}

async function tell({ host, db, now }: Step, noun: string, row: Told, happened?: Happened): Promise<void> {
  await append(host, db, outcomeOf(now, noun, row, happened))
}
