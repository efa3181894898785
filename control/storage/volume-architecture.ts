// What the contents of a volume are made for. Read from its boot files outside of a transaction, and recorded in one.
import type { Architecture } from '#contract/architecture-names.ts'
import type { Queries } from '../db/database.ts'
import type { Ctx, Host } from '../frame/context.ts'
import { architectureOn } from './boot-files.ts'

/** Boot files are read in a few milliseconds, unless the disks of the host hardly answer. */
const MAX_READ_MS = 10_000

interface Readable {
  id: string
  size: number
  block_size: number
}

/** Undefined if the volume could not be read: then it is read later. Null if it cannot be told. */
export type Found = Architecture | null | undefined

export async function findArchitecture(host: Host, volume: Readable): Promise<Found> {
  try {
    return await readArchitecture(host, volume)
  } catch (error) {
    host.log.warn('the boot files of a volume could not be read', { volume: volume.id, error: String(error) })
    return undefined
  }
}

function readArchitecture({ clock, volumes }: Host, { id, size, block_size }: Readable): Promise<Architecture | null> {
  const until = clock.now().getTime() + MAX_READ_MS
  const isLate = () => clock.now().getTime() > until
  return architectureOn({ size, block_size, read: (offset, length) => volumes.read(id, offset, length), isLate })
}

/** The columns of a volume whose contents are new. */
export const columnsFor = (found: Found) =>
  found === undefined
    ? { architecture: null, architecture_task: 'read' as const }
    : { architecture: found, architecture_task: null }

export async function recordArchitecture({ db }: Pick<Ctx, 'db'>, id: string, found: Found): Promise<void> {
  await db.updateTable('volume').set(columnsFor(found)).where('id', '=', id).execute()
}

/** Reads a volume that waits for it. One that says nothing keeps what it counts as, and so does one that a person has decided about. */
export async function readWaiting(host: Host, volume: Readable): Promise<void> {
  const { id } = volume
  const found = await readArchitecture(host, volume)
  await host.db.transaction((tx) =>
    tx
      .updateTable('volume')
      .set({ architecture_task: null, ...(found && { architecture: found }) })
      .where('id', '=', id)
      .where('architecture_task', '=', 'read')
      .execute(),
  )
}

/** What is not known yet about the disks of an instance becomes that of the instance. */
export async function adoptArchitecture(db: Queries, instance_id: string, architecture: Architecture): Promise<void> {
  const disks = db.selectFrom('disk').select('id').where('instance_id', '=', instance_id)
  const update = db.updateTable('volume').set({ architecture }).where('architecture', 'is', null)
  await update.where('id', 'in', disks).execute()
}
