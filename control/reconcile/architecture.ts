// Reads the boot files of volumes that an earlier version has made, one volume after another. New ones are read when they are made.
import type { Host } from '../frame/context.ts'
import { makeTroubles, problemOf } from '../frame/troubles.ts'
import { readWaiting } from '../storage/volume-architecture.ts'
import type { Loop } from './loop.ts'

const INTERVAL_MS = 3_600_000
const RETRY_MS = 60_000
/** As many as one step reads. */
const BATCH_SIZE = 50
/** Enough to find the partitions of a volume whose owner does not say. */
const BLOCK_SIZE = 512

export function architectureLoop(host: Host): Loop {
  /** The last one read: those that cannot be read must not keep the others waiting. */
  let after = ''
  const troubles = makeTroubles(host.clock)
  /** In this pass. */
  const failing = new Set<string>()

  async function step(): Promise<boolean | number> {
    const waiting = await waitingVolumes(host, after)
    for (const { id, size, of_disk, of_snapshot, of_image } of waiting) {
      const volume = { id, size, block_size: of_disk ?? of_snapshot ?? of_image ?? BLOCK_SIZE }
      await readWaiting(host, volume).then(
        () => troubles.pass(id),
        (error: unknown) => {
          failing.add(id)
          troubles.fail(id, `reading volume ${id}: ${problemOf(error)}`)
        },
      )
    }
    const isMore = waiting.length === BATCH_SIZE
    after = isMore ? waiting.at(-1)!.id : ''
    if (isMore) return true
    troubles.keep((id) => failing.has(id))
    const isAgain = failing.size > 0
    failing.clear()
    return isAgain ? RETRY_MS : false
  }

  return { name: 'architecture', every: INTERVAL_MS, step, troubles }
}

const waitingVolumes = ({ db }: Host, after: string) =>
  db.read
    .selectFrom('volume')
    .leftJoin('disk', 'disk.id', 'volume.id')
    .leftJoin('snapshot', 'snapshot.id', 'volume.id')
    .leftJoin('image', 'image.id', 'volume.id')
    .select(['volume.id', 'volume.size'])
    .select(['disk.block_size as of_disk', 'snapshot.block_size as of_snapshot', 'image.block_size as of_image'])
    .where('volume.architecture_task', '=', 'read')
    .where('volume.volume_state', '=', 'ready')
    .where('volume.id', '>', after)
    .orderBy('volume.id')
    .limit(BATCH_SIZE)
    .execute()
