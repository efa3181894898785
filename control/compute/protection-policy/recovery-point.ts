// Recovery points with their snapshots, as clients see them, and what is needed to restore one.
import type { Wire } from '#contract/api.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import { mayInProject } from '../../frame/authz.ts'
import { actorOf, type Ctx } from '../../frame/context.ts'
import { forbidden, invalidRequest, notFound } from '../../frame/errors.ts'

export type PointRow = RowOf<'recovery_point'>

export async function withSnapshots(db: Queries, points: readonly PointRow[]): Promise<Wire<'RecoveryPoint'>[]> {
  if (points.length === 0) return []
  const rows = await db
    .selectFrom('snapshot')
    .leftJoin('disk', 'disk.id', 'snapshot.disk_id')
    .select(['snapshot.id', 'snapshot.name', 'snapshot.size', 'snapshot.state', 'snapshot.disk_id', 'point_id'])
    .select('disk.name as disk_name')
    .where(
      'point_id',
      'in',
      points.map(({ id }) => id),
    )
    .orderBy('snapshot.name')
    .execute()
  return points.map((point) => ({
    ...point,
    cause: isOfRollback(point) ? ('rollback' as const) : ('policy' as const),
    disks: rows
      .filter(({ point_id }) => point_id === point.id)
      .map(({ id, name, disk_id, disk_name, size, state }) => ({
        snapshot_id: id,
        snapshot_name: name,
        disk_id,
        disk_name: disk_name ?? nameThen(point, disk_id) ?? null,
        is_boot: point.layout?.boot_disk_id === disk_id,
        size,
        state,
      })),
  }))
}

const isOfRollback = ({ policy_id, run_id }: PointRow) => policy_id === run_id

const nameThen = ({ layout }: PointRow, disk_id: string) => layout?.disks.find(({ id }) => id === disk_id)?.name

export async function findPoint(ctx: Ctx, id: string, action: 'read' | 'modify'): Promise<PointRow> {
  const row = await ctx.db.selectFrom('recovery_point').selectAll().where('id', '=', id).executeTakeFirst()
  const place = row && { id: row.project_id, silo_id: row.silo_id }
  if (!place || !mayInProject(actorOf(ctx), place, 'read')) throw notFound('recovery-point', id)
  ctx.subject({ ...row, name: row.policy_name })
  if (!mayInProject(actorOf(ctx), place, action)) throw forbidden(row)
  return row
}

/** One of the disks of a point in time. */
export interface PointDisk {
  snapshot: RowOf<'snapshot'>
  /** The disk that was copied, if it is still there. */
  disk: RowOf<'disk'> | undefined
  /** What the disk was called then. */
  name: string
  is_boot: boolean
}

/** Refuses a point that cannot be restored as a whole. */
export async function disksOfPoint(db: Queries, point: PointRow): Promise<PointDisk[]> {
  const rows = db.selectFrom('snapshot').selectAll().where('point_id', '=', point.id).orderBy('name')
  const snapshots = await rows.execute()
  if (snapshots.length === 0) throw invalidRequest('the snapshots of this point in time were deleted')
  const unready = snapshots.find(({ state }) => state !== 'ready')
  if (unready)
    throw invalidRequest(`snapshot "${unready.name}" is ${unready.state}, so the point in time is incomplete`)
  const found: PointDisk[] = []
  for (const snapshot of snapshots) {
    const { disk_id } = snapshot
    const disk = await db.selectFrom('disk').selectAll().where('id', '=', disk_id).executeTakeFirst()
    const name = nameThen(point, disk_id) ?? disk?.name ?? snapshot.name.replace(/-\d{8}-\d{4}-[0-9a-f]{4}$/, '')
    found.push({ snapshot, disk, name, is_boot: point.layout?.boot_disk_id === disk_id })
  }
  return found
}
