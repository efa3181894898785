// What a point in time remembers of the disks that it copies, and the names of its snapshots.
import { MAX_NAME_LENGTH } from '#contract/limits.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import type { Host } from '../../frame/context.ts'

/** Disks may be renamed, replaced or deleted later. */
export async function layoutOf(
  db: Queries,
  resource_id: string,
  disks: readonly Pick<RowOf<'disk'>, 'id' | 'name'>[],
): Promise<RowOf<'recovery_point'>['layout']> {
  const instance = db.selectFrom('instance').select('boot_disk_id').where('id', '=', resource_id)
  const boot_disk_id = (await instance.executeTakeFirst())?.boot_disk_id ?? null
  return { boot_disk_id, disks: disks.map(({ id, name }) => ({ id, name })) }
}

/** `web-1-20260131-0330-3f9a`: names are unique in a project, and runs can follow each other within a minute. */
export function snapshotName({ random }: Pick<Host, 'random'>, disk: string, now: string): string {
  const end = `-${now.slice(0, 10).replaceAll('-', '')}-${now.slice(11, 16).replace(':', '')}-${random.uuid().slice(0, 4)}`
  return `${disk.slice(0, MAX_NAME_LENGTH - end.length).replace(/-+$/, '')}${end}`
}
