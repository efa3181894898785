// Finds volumes that somebody else has removed or cut off: a pool of libvirt over the directory of volumes, or anybody who works there, can
// do that at any time.
import type { Host } from '../frame/context.ts'
import type { VolumeRow } from './volume.ts'

/** What is wrong, by ID. What is being made, grown or removed is not looked at, nor what a take-over has moved to another installation. */
export async function missingVolumes({ db, volumes }: Pick<Host, 'db' | 'volumes'>): Promise<Map<string, string>> {
  const settled = () =>
    db.read
      .selectFrom('volume')
      .select(['id', 'owner', 'size'])
      .where('volume_state', '=', 'ready')
      .where('task', 'is', null)
      .where('id', 'not in', (is) =>
        is
          .selectFrom('disk')
          .innerJoin('instance', 'instance.id', 'disk.instance_id')
          .select('disk.id')
          .where('instance.time_taken_over', 'is not', null),
      )
  const rows = await settled().execute()
  const found = new Map((await volumes.list()).map(({ id, size }) => [id, size]))
  const wrong = rows.filter(({ id, size }) => (found.get(id) ?? -1) < size)
  if (wrong.length === 0) return new Map()
  // one that has been removed or has grown since is as it should be
  const still = new Map((await settled().execute()).map(({ id, size }) => [id, size]))
  const same = wrong.filter(({ id, size }) => still.get(id) === size)
  return new Map(same.map((row) => [row.id, problemOf(row, found.get(row.id))]))
}

function problemOf({ id, owner, size }: Pick<VolumeRow, 'id' | 'owner' | 'size'>, found: number | undefined): string {
  const what = `the volume of ${owner} ${id}`
  if (found === undefined)
    return `${what} is missing: somebody has removed it from the storage. Put it back, or delete the ${owner}`
  return `${what} has ${found} of ${size} bytes: somebody has cut it off. Replace it, or delete the ${owner}`
}
