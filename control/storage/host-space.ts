// The disks of real machines are sparse files on their host, so together they can be promised more than it has. A new one must fit into
// what is free when it is created; that all of them could grow is shown to operators.
import type { Queries } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { makeRoom, type RoomCtx } from '../frame/kept.ts'
import { notEnoughStorage } from '../frame/errors.ts'

type RackHost = Pick<Host, 'can' | 'space'>

export interface HostSpace {
  free: number
  total: number
  /** The sizes of all disks, snapshots and images. */
  promised: number
}

const spaceOf = async ({ can, space }: RackHost) => (can.has_limited_space ? space?.() : undefined)

/** Undefined on racks whose disks take up no space. */
export async function hostSpace(host: RackHost, db: Queries): Promise<HostSpace | undefined> {
  const space = await spaceOf(host)
  if (!space) return undefined
  const sum = await db
    .selectFrom('volume')
    .select((is) => is.fn.sum<number>('size').as('size'))
    .executeTakeFirst()
  // some engines return sums as text, and null for no rows
  return { ...space, promised: Number(sum?.size ?? 0) }
}

const TO_FIT = 'to make room for a new disk, snapshot or image'

export type SpaceCtx = RoomCtx & { host: RackHost }

/**
 * Refuses a volume that is larger than what is free, unless removing deleted things of the silo for good makes room. Volumes are sparse, so
 * what that frees is at most what was counted; the storage loop frees it soon after.
 */
export async function mustFit(ctx: SpaceCtx, silo_id: string, size: number): Promise<void> {
  const space = await spaceOf(ctx.host)
  if (!space || size <= space.free) return
  if (!(await makeRoom(ctx, silo_id, size - space.free, TO_FIT))) throw notEnoughStorage()
}
