// Records how far a machine has moved and what became of it: where the instance is now, its event and the end of the row.
import type { Migration } from '#drivers/migrations.ts'
import { changeState, recordPlacement } from '../compute/instance-actions.ts'
import { fencedSleds } from '../compute/placement/fenced-sleds.ts'
import type { Tx } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { append, outcomeOf, type Happened } from '../frame/events.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import type { MigrationRow } from '../compute/instance-migration.ts'
import { isExpunged } from '../system/failover/failover-rows.ts'
import { failInstances, REMOVED_HOST } from '../system/host/fail-instances.ts'

export type Moving = MigrationRow & Pick<InstanceRow, 'run_state'> & { current_generation: number }

export type End = { state: 'completed' | 'cancelled' } | { state: 'failed'; reason: string }

/** Says whether nobody wants it any more. */
export const isUnwanted = (row: Pick<Moving, 'is_cancelled' | 'run_state'>): boolean =>
  row.is_cancelled || row.run_state !== 'migrating'

/**
 * Marks it as begun, unless it has ended, nobody wants it any more, a fence ends one of the two hosts, or something is being done to the
 * disks of the machine. What comes later waits until it has moved: see storage/volume-work.ts.
 */
export async function beginWhenIdle(host: Host, { id, instance_id, ...row }: Moving): Promise<boolean> {
  return host.db.transaction(async (tx) => {
    const current = await tx
      .selectFrom('instance_migration')
      .innerJoin('instance', 'instance.id', 'instance_migration.instance_id')
      .select(['time_begun', 'is_cancelled', 'instance.run_state'])
      .where('instance_migration.id', '=', id)
      .where('time_ended', 'is', null)
      .executeTakeFirst()
    const places = [row.from_sled_id, row.to_sled_id]
    if (!current || isUnwanted(current) || (await fencedSleds(tx).where('sled_id', 'in', places).executeTakeFirst()))
      return false
    if (current.time_begun !== null) return true
    if (await areDisksBusy(tx, instance_id)) return false
    const time_begun = host.clock.now().toISOString()
    await tx.updateTable('instance_migration').set({ time_begun }).where('id', '=', id).execute()
    return true
  })
}

async function areDisksBusy(tx: Tx, instance_id: string): Promise<boolean> {
  const disks = tx
    .selectFrom('disk')
    .innerJoin('volume', 'volume.id', 'disk.id')
    .select('disk.id')
    .where('disk.instance_id', '=', instance_id)
  const busy = await disks.where('volume.task', 'in', ['attach', 'detach', 'grow']).executeTakeFirst()
  if (busy) return true
  const copied = disks
    .innerJoin('volume as copy', 'copy.source_id', 'disk.id')
    .where('copy.volume_state', '=', 'making')
    .where('copy.task', '=', 'make')
  return (await copied.executeTakeFirst()) !== undefined
}

export async function noteProgress(host: Host, row: Moving, { total, remaining }: Migration): Promise<void> {
  if (row.total === total && row.remaining === remaining) return
  const update = (tx: Tx) =>
    tx.updateTable('instance_migration').set({ total, remaining }).where('id', '=', row.id).execute()
  await host.db.transaction(update, { durable: false, quiet: true })
}

/** Does nothing if the row has ended meanwhile. */
export async function endMigration(host: Host, row: Moving, end: End): Promise<void> {
  await host.db.transaction(async (tx) => {
    const ctx = { db: tx, now: host.clock.now().toISOString() }
    const reason = end.state === 'failed' ? end.reason : null
    const done = end.state === 'completed' ? { remaining: 0 } : {}
    const { numUpdatedRows } = await tx
      .updateTable('instance_migration')
      .set({ state: end.state, reason, time_ended: ctx.now, ...done })
      .where('id', '=', row.id)
      .where('time_ended', 'is', null)
      .executeTakeFirst()
    const instances = tx.selectFrom('instance').selectAll().where('id', '=', row.instance_id)
    const instance = await instances.where('generation', '=', row.generation).executeTakeFirst()
    if (numUpdatedRows === 0n || !instance?.sled_id) return
    const hasMoved = end.state === 'completed'
    const place = hasMoved ? { sled_id: row.to_sled_id } : {}
    if (hasMoved) await recordPlacement(ctx, instance.id, { sled_id: row.to_sled_id, reason: row.placement })
    if (instance.run_state === 'migrating') await changeState(ctx, instance, 'running', place)
    else if (hasMoved) await tx.updateTable('instance').set(place).where('id', '=', instance.id).execute()
    await append(host, tx, outcomeOf(ctx.now, 'instance', instance, happened(end)))
    if (hasMoved && (await isExpunged(tx, row.to_sled_id))) await failThere(host, tx, instance.id)
    // for pages about sleds, whose readers need not have access to the project
    const sled = { id: row.from_sled_id, name: null, silo_id: null, project_id: null }
    await append(host, tx, outcomeOf(ctx.now, 'sled', sled))
  })
}

/** It arrived at a sled that was removed with all that it had. */
async function failThere(host: Host, tx: Tx, id: string): Promise<void> {
  const now = host.clock.now().toISOString()
  const rows = await tx.selectFrom('instance').selectAll().where('id', '=', id).execute()
  await failInstances({ host, db: tx, now }, rows, REMOVED_HOST)
}

/** A cancelled move has an event of its own, or one of the stop. */
function happened(end: End): Happened | undefined {
  if (end.state === 'completed') return { outcome: 'moved' }
  return end.state === 'failed' ? { outcome: 'not_moved', reason: end.reason } : undefined
}
