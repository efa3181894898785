// Whose the volumes of a pool are: an empty image has the ID of the installation. Two installations must never open the same ones.
import { DriverError } from '../driver-error.ts'
import { type CephPool, makeTools } from './tools.ts'

/** Volumes have no dots in their names. */
export const MARK = 'installation.mark'
const KEY = 'rackwright.installation'

/** Marks a pool that nobody has marked. `refused` if it belongs to another installation than this one and the one that it is a copy of. */
export async function claimPool(pool: CephPool, id: string, before?: string | undefined): Promise<void> {
  const { rbd, make, image } = makeTools(pool)
  const isNew = await make(['create', '--size', '0B', image(MARK)])
  const meta = isNew ? '' : ((await rbd(['image-meta', 'ls', image(MARK), '--format', 'json'])) ?? '')
  const found = (JSON.parse(meta.trim() || '{}') as Record<string, string>)[KEY]
  if (found === id) return
  if (found !== undefined && found !== before)
    throw new DriverError(
      'refused',
      `the volumes in the pool ${pool.pool} belong to another installation: use another pool, or remove the image ${MARK} if that one is gone`,
    )
  await rbd(['image-meta', 'set', image(MARK), KEY, id])
}
