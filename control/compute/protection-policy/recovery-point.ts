// Recovery points with their snapshots, as clients see them.
import type { Wire } from '#contract/api.ts'
import type { Queries, RowOf } from '../../db/database.ts'

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
    disks: rows
      .filter(({ point_id }) => point_id === point.id)
      .map(({ id, name, disk_id, disk_name, size, state }) => ({
        snapshot_id: id,
        snapshot_name: name,
        disk_id,
        disk_name,
        size,
        state,
      })),
  }))
}
