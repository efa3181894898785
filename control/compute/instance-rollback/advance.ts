// Brings an instance one step further on its way back to a point in time, in one transaction that decides from the rows, because the server
// may have crashed and people may have changed things meanwhile. Nothing of the present is removed before it is saved: in the end either
// all disks are replaced, or none.
import type { Tx } from '../../db/database.ts'
import type { Ctx, Host } from '../../frame/context.ts'
import { Failure } from '../../frame/errors.ts'
import { append, outcomeOf, type Happened } from '../../frame/events.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'
import { keep } from '../../frame/kept.ts'
import { credit } from '../../frame/usage.ts'
import type { DiskRow } from '../../storage/disk.ts'
import { createSnapshotOf, removeSnapshot } from '../../storage/snapshot.ts'
import { requestRemoval } from '../../storage/volume.ts'
import { attachDisk } from '../disk-attachment.ts'
import { changeState } from '../instance-actions.ts'
import { tryStart } from '../instance-create.ts'
import { layoutOf, snapshotName } from '../protection-policy/layout.ts'
import type { RollbackRow } from './find-rollback.ts'

type Step = Pick<Ctx, 'db' | 'now' | 'poke'> & { host: Host; db: Tx }

const CHANGED = 'Its disks were changed meanwhile.'

/** Returns whether there is more to do later. */
export async function advanceRollback(host: Host, id: string): Promise<boolean> {
  try {
    return await host.db.transaction(async (tx) => {
      const ctx = { host, db: tx, now: host.clock.now().toISOString(), poke: () => undefined }
      const row = await tx.selectFrom('instance_rollback').selectAll().where('id', '=', id).executeTakeFirst()
      if (row?.state === 'stopping') return save(ctx, row)
      if (row?.state === 'copying') return replace(ctx, row)
      return row?.state === 'undoing' ? undo(ctx, row) : false
    })
  } catch (error) {
    // the quota, or the space of the host
    if (!(error instanceof Failure)) throw error
    await host.db.transaction(async (tx) => {
      const set = { state: 'undoing' as const, problem: error.message }
      const row = tx.updateTable('instance_rollback').set(set).where('id', '=', id)
      await row.where('state', 'in', ['stopping', 'copying']).execute()
    })
    return true
  }
}

/** Once the instance has stopped, nobody can start it until it has gone back, and snapshots of the present are taken. */
async function save(ctx: Step, row: RollbackRow): Promise<boolean> {
  const instance = await instanceOf(ctx.db, row)
  if (instance?.run_state === 'stopping') return true
  const disks = await swappedDisks(ctx.db, row)
  const problem = problemOf(row, disks, instance)
  if (problem !== undefined || !instance) return giveUp(ctx, row, problem ?? CHANGED)
  const old = disks.map(({ disk }) => disk)
  const point = await insertPoint(ctx, row, instance, old)
  const swaps: RollbackRow['swaps'] = []
  for (const { disk, swap } of disks) {
    const naming = {
      name: snapshotName(ctx.host, `before-going-back-${disk.name}`, ctx.now),
      description: `Disk ${disk.name} of ${instance.name} before it went back to ${row.time_point}`,
    }
    const { id } = await createSnapshotOf(ctx, disk, naming, point)
    swaps.push({ ...swap, snapshot_id: id })
  }
  await changeState(ctx, instance, 'creating')
  await change(ctx, row, { state: 'copying', swaps })
  await tell(ctx, 'instance', instance)
  return true
}

/** The present is a point in time of the instance, which no policy removes. */
async function insertPoint(ctx: Step, row: RollbackRow, instance: InstanceRow, disks: DiskRow[]): Promise<string> {
  const { id: rollback, project_id, silo_id } = row
  const id = ctx.host.random.uuid()
  await ctx.db
    .insertInto('recovery_point')
    .values({
      id,
      project_id,
      silo_id,
      run_id: rollback,
      policy_id: rollback,
      policy_name: 'before-going-back',
      resource_id: instance.id,
      noun: 'instance',
      is_kept: false,
      time_taken: ctx.now,
      time_created: ctx.now,
      layout: await layoutOf(ctx.db, instance.id, disks),
    })
    .execute()
  return id
}

/** Replaces all disks at once, when their copies and the snapshots of the present are complete. */
async function replace(ctx: Step, row: RollbackRow): Promise<boolean> {
  const instance = await instanceOf(ctx.db, row)
  const disks = await swappedDisks(ctx.db, row)
  const problem = problemOf(row, disks, instance) ?? (await faultOf(ctx.db, row))
  if (problem !== undefined || !instance) return giveUp(ctx, row, problem ?? CHANGED)
  if (!(await isCopied(ctx.db, row))) return true
  for (const { disk, made } of disks) await swap(ctx, instance, disk, made)
  await renameChosen(ctx, row)
  const stopped = await changeState(ctx, instance, 'stopped', {
    boot_disk_id:
      row.swaps.find(({ disk_id }) => disk_id === instance.boot_disk_id)?.new_disk_id ?? instance.boot_disk_id,
  })
  if (row.start) await tryStart(ctx, stopped)
  await change(ctx, row, { state: 'done' })
  await tell(ctx, 'instance', instance, { outcome: 'restored' })
  return false
}

/** The new disk gets the name and the place of the old one, which is deleted and can be restored for a while. */
async function swap(ctx: Step, instance: InstanceRow, disk: DiskRow, made: DiskRow): Promise<void> {
  const { id, name, description, labels, silo_id, project_id, size } = disk
  const rows = await ctx.db.deleteFrom('disk').where('id', '=', id).returningAll().execute()
  await credit(ctx, disk, { storage: size })
  const kept = rows.map((row) => ({ ...row, disk_state: 'detached' as const, instance_id: null }))
  const deletion = { noun: 'disk' as const, row: disk, silo_id, project_id, size, rows: { disk: kept } }
  if (!(await keep(ctx, deletion))) await requestRemoval(ctx, id)
  await attachDisk(ctx, instance, made)
  await ctx.db.updateTable('disk').set({ name, description, labels }).where('id', '=', made.id).execute()
  await tell(ctx, 'disk', { ...made, name })
}

/** Policies that name a disk go on with the one that replaces it. */
async function renameChosen({ db }: Step, { project_id, swaps }: RollbackRow): Promise<void> {
  const policies = await db.selectFrom('protection_policy').selectAll().where('project_id', '=', project_id).execute()
  for (const { id, covers } of policies) {
    if (covers.kind !== 'chosen' || !swaps.some(({ disk_id }) => covers.disks.includes(disk_id))) continue
    const replaced = (disk: string) => swaps.find(({ disk_id }) => disk_id === disk)?.new_disk_id ?? disk
    const set = { covers: { ...covers, disks: covers.disks.map(replaced) } }
    await db.updateTable('protection_policy').set(set).where('id', '=', id).execute()
  }
}

/** Removes what was made for it. The instance is as before, and runs if it ran. */
async function undo(ctx: Step, row: RollbackRow): Promise<boolean> {
  const instance = await instanceOf(ctx.db, row)
  for (const { new_disk_id } of row.swaps) {
    const gone = ctx.db.deleteFrom('disk').where('id', '=', new_disk_id).where('instance_id', 'is', null)
    const disk = await gone.returningAll().executeTakeFirst()
    if (!disk) continue
    await credit(ctx, disk, { storage: disk.size })
    await requestRemoval(ctx, new_disk_id)
    await tell(ctx, 'disk', disk)
  }
  // it cannot start before it has stopped
  if (instance?.run_state === 'stopping' || !(await removeSnapshots(ctx, row))) return true
  if (instance?.run_state === 'creating' || (instance?.run_state === 'stopped' && row.start)) {
    const stopped = await changeState(ctx, instance, 'stopped')
    if (row.start) await tryStart(ctx, stopped)
  }
  const { problem: reason } = row
  if (reason === null) await ctx.db.deleteFrom('instance_rollback').where('id', '=', row.id).execute()
  else await change(ctx, row, { state: 'failed' })
  if (instance) await tell(ctx, 'instance', instance, reason === null ? undefined : { outcome: 'not_restored', reason })
  return false
}

/** Returns whether all of them are gone. One that is being taken cannot be removed. */
async function removeSnapshots(ctx: Step, { id, swaps }: RollbackRow): Promise<boolean> {
  let isDone = true
  for (const { snapshot_id } of swaps) {
    const found = ctx.db
      .selectFrom('snapshot')
      .selectAll()
      .where('id', '=', snapshot_id ?? '')
    const snapshot = await found.executeTakeFirst()
    if (snapshot?.state === 'creating') isDone = false
    else if (snapshot) {
      await removeSnapshot(ctx, snapshot)
      await tell(ctx, 'snapshot', snapshot)
    }
  }
  if (isDone) await ctx.db.deleteFrom('recovery_point').where('run_id', '=', id).execute()
  return isDone
}

interface Swapped {
  swap: RollbackRow['swaps'][number]
  /** The present one. */
  disk: DiskRow
  made: DiskRow
}

/** Without those of which one is gone. */
async function swappedDisks(db: Tx, { swaps }: RollbackRow): Promise<Swapped[]> {
  const ids = swaps.flatMap(({ disk_id, new_disk_id }) => [disk_id, new_disk_id])
  const found = await db.selectFrom('disk').selectAll().where('id', 'in', ids).execute()
  const of = (id: string) => found.find((disk) => disk.id === id)
  return swaps.flatMap((swap) => {
    const [disk, made] = [of(swap.disk_id), of(swap.new_disk_id)]
    return disk && made ? { swap, disk, made } : []
  })
}

function problemOf(row: RollbackRow, disks: readonly Swapped[], instance: InstanceRow | undefined): string | undefined {
  if (!instance) return 'The instance was deleted meanwhile.'
  const expected = row.state === 'copying' ? ['creating'] : ['stopped', 'failed']
  if (!expected.includes(instance.run_state)) return 'The instance was started meanwhile.'
  const faulted = disks.find(({ made }) => made.disk_state === 'faulted')
  if (faulted) return `The contents of disk ${faulted.disk.name} could not be copied.`
  const isAsBefore = ({ disk, made }: Swapped) =>
    disk.instance_id === instance.id &&
    disk.disk_state === 'attached' &&
    made.instance_id === null &&
    disk.size === made.size
  return disks.length === row.swaps.length && disks.every(isAsBefore) ? undefined : CHANGED
}

/** A snapshot that failed or that someone deleted. */
async function faultOf(db: Tx, { swaps }: RollbackRow): Promise<string | undefined> {
  const ids = swaps.map(({ snapshot_id }) => snapshot_id ?? '')
  const snapshots = await db.selectFrom('snapshot').select('state').where('id', 'in', ids).execute()
  const isWhole = snapshots.length === ids.length && snapshots.every(({ state }) => state !== 'faulted')
  return isWhole ? undefined : 'No snapshot of the present could be taken.'
}

/** Whether the snapshots and the new disks are complete. */
async function isCopied(db: Tx, { swaps }: RollbackRow): Promise<boolean> {
  const ids = swaps.flatMap(({ new_disk_id, snapshot_id }) => [new_disk_id, snapshot_id ?? ''])
  const ready = await db
    .selectFrom('volume')
    .select('id')
    .where('id', 'in', ids)
    .where('volume_state', '=', 'ready')
    .execute()
  return ready.length === ids.length
}

async function giveUp(ctx: Step, row: RollbackRow, problem: string): Promise<boolean> {
  await change(ctx, row, { state: 'undoing', problem })
  return true
}

const instanceOf = (db: Tx, { instance_id }: RollbackRow) =>
  db.selectFrom('instance').selectAll().where('id', '=', instance_id).executeTakeFirst()

async function change(ctx: Step, { id }: RollbackRow, set: Partial<RollbackRow>): Promise<void> {
  const update = ctx.db.updateTable('instance_rollback').set({ ...set, time_modified: ctx.now })
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
