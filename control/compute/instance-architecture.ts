// The architecture of an instance: that of its boot disk, else of its first disk that has one, else that of its last start.
import type { Architecture } from '#contract/architecture-names.ts'
import type { Queries } from '../db/database.ts'
import type { InstanceRow } from '../frame/find-instance.ts'
import { adoptArchitecture } from '../storage/volume-architecture.ts'

/** What sleds run that do not say it, and what machines ran on before they had an architecture. */
export const DEFAULT_ARCHITECTURE: Architecture = 'x86_64'

/** Null if nothing says it: then its first sled does. */
export async function architectureOf(db: Queries, instance_id: string): Promise<Architecture | null> {
  const instance = await db
    .selectFrom('instance')
    .select(['boot_disk_id', 'architecture'])
    .where('id', '=', instance_id)
    .executeTakeFirst()
  const disks = await db
    .selectFrom('disk')
    .innerJoin('volume', 'volume.id', 'disk.id')
    .select(['disk.id', 'volume.architecture'])
    .where('disk.instance_id', '=', instance_id)
    .where('volume.architecture', 'is not', null)
    .orderBy('disk.name')
    .execute()
  const deciding = disks.find(({ id }) => id === instance?.boot_disk_id) ?? disks[0]
  return deciding?.architecture ?? instance?.architecture ?? null
}

/** Decides at a start, for the instance and for its disks that have none. */
export async function decideArchitecture(
  db: Queries,
  { id }: Pick<InstanceRow, 'id'>,
  sled_id: string,
): Promise<Architecture> {
  const architecture = (await architectureOf(db, id)) ?? (await nativeOf(db, sled_id))
  await adoptArchitecture(db, id, architecture)
  return architecture
}

async function nativeOf(db: Queries, sled_id: string): Promise<Architecture> {
  const sled = await db.selectFrom('sled').select('architectures').where('id', '=', sled_id).executeTakeFirst()
  return sled?.architectures?.[0] ?? DEFAULT_ARCHITECTURE
}

/** Whether guests of this architecture run on a sled with these. */
export const runs = (architectures: readonly Architecture[] | null, wanted: Architecture | null) =>
  wanted === null || architectures === null || architectures.includes(wanted)
