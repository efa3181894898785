// Begins to go back, in one transaction: the instance is asked to stop, and new disks are made of the snapshots meanwhile. Whatever does
// not fit refuses it before anything stops. Disks that the instance has got since then stay as they are, and disks that it no longer has
// are left out.
import { canInstance } from '#contract/instance-states.ts'
import { actorOf, type Ctx } from '../../frame/context.ts'
import { conflict, invalidRequest } from '../../frame/errors.ts'
import type { InstanceRow } from '../../frame/find-instance.ts'
import type { ProjectRow } from '../../frame/lookup.ts'
import { charge, credit } from '../../frame/usage.ts'
import { createDiskIn } from '../../storage/disk-create.ts'
import type { DiskRow } from '../../storage/disk.ts'
import { disksOf } from '../disk-attachment.ts'
import { beginStop } from '../instance-actions.ts'
import { disksOfPoint, type PointDisk, type PointRow } from '../protection-policy/recovery-point.ts'
import { UNDER_WAY, type RollbackRow } from './find-rollback.ts'

interface Swap {
  disk: DiskRow
  from: PointDisk
}

export async function beginRollback(
  ctx: Ctx,
  project: ProjectRow,
  instance: InstanceRow,
  point: PointRow,
): Promise<RollbackRow> {
  const { id: instance_id, run_state, silo_id, project_id, name } = instance
  if (!canInstance('go_back', run_state))
    throw conflict(`instance is in state ${run_state} but it must be running, stopped or failed to go back`)
  const others = ctx.db.selectFrom('instance_rollback').select('id').where('instance_id', '=', instance_id)
  if (await others.where('state', 'in', UNDER_WAY).executeTakeFirst())
    throw conflict('instance is already going back to a point in time')
  const found = swapsOf(await disksOf(ctx.db, instance_id), await disksOfPoint(ctx.db, point))
  if (found.length === 0) throw invalidRequest('instance has none of the disks of this point in time any more')
  const swaps: RollbackRow['swaps'] = []
  for (const swap of found) swaps.push(await makeDisk(ctx, project, instance, swap))
  await mustHaveQuota(ctx, instance, found)
  await beginStop(ctx, instance)
  const row = {
    id: ctx.host.random.uuid(),
    silo_id,
    project_id,
    user_id: actorOf(ctx).id,
    name,
    instance_id,
    point_id: point.id,
    time_point: point.time_created,
    swaps,
    start: run_state === 'running',
    state: 'stopping' as const,
    time_created: ctx.now,
    time_modified: ctx.now,
  }
  return ctx.db.insertInto('instance_rollback').values(row).returningAll().executeTakeFirstOrThrow()
}

/** A disk that replaced another one when the instance went back before has its name. */
function swapsOf(disks: readonly DiskRow[], from: readonly PointDisk[]): Swap[] {
  const same = new Map(disks.map((disk) => [disk.id, disk]))
  const isCopied = (id: string) => from.some(({ snapshot }) => snapshot.disk_id === id)
  return from.flatMap((each) => {
    const named = disks.find((disk) => disk.name === each.name && !isCopied(disk.id))
    const disk = same.get(each.snapshot.disk_id) ?? named
    return disk ? { disk, from: each } : []
  })
}

async function makeDisk(ctx: Ctx, project: ProjectRow, instance: InstanceRow, { disk, from }: Swap) {
  if (disk.disk_state !== 'attached')
    throw conflict(`disk "${disk.name}" is ${disk.disk_state}, so it cannot be replaced now`)
  const made = await createDiskIn(ctx, project, {
    name: `go-back-${ctx.host.random.uuid()}`,
    description: `Replaces disk ${disk.name} of ${instance.name} when it is copied`,
    size: disk.size,
    disk_source: { type: 'snapshot', snapshot_id: from.snapshot.id },
  })
  return { disk_id: disk.id, new_disk_id: made.id, snapshot_id: null }
}

/** The snapshots of the present are charged when they are taken. What has no room for them is refused before the instance stops. */
async function mustHaveQuota(ctx: Ctx, instance: InstanceRow, swaps: readonly Swap[]): Promise<void> {
  const storage = swaps.reduce((sum, { disk }) => sum + disk.size, 0)
  await charge(ctx, instance, { storage })
  await credit(ctx, instance, { storage })
}
