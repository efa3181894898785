// Attaching and detaching disks. Creating and deleting an instance use these functions too, in their own transaction.
import { canDisk } from '#contract/disk-states.ts'
import { canInstance } from '#contract/instance-states.ts'
import { MAX_DISKS } from '#contract/limits.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import type { Queries } from '../db/database.ts'
import { findDiskIn, shownDisk, type DiskRow } from '../storage/disk.ts'
import { conflict, invalidRequest } from '../frame/errors.ts'
import { holdsMachine } from './instance-actions.ts'
import { page } from '../frame/page.ts'
import { endHotplug, isBeingCopied, recordImport, volumeOf } from '../storage/volume.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'

export const FOREIGN = 'disk must be in the same project as the instance'

type Inside = Pick<Ctx, 'db'>
type Attaching = Pick<InstanceRow, 'id' | 'run_state'>

/** The disks of an instance, by name. */
export const disksOf = (db: Queries, instance_id: string): Promise<DiskRow[]> =>
  db.selectFrom('disk').selectAll().where('instance_id', '=', instance_id).orderBy('name').execute()

/** Idempotent. The disk may still be in creation: a machine waits for its disks. */
export async function attachDisk(ctx: Inside, instance: Attaching, disk: DiskRow): Promise<DiskRow> {
  if (disk.disk_state === 'attached') {
    if (disk.instance_id === instance.id) return disk
    throw invalidRequest(`cannot attach disk "${disk.name}": disk is attached to another instance`)
  }
  const state = disk.disk_state === 'creating' ? disk.state_when_made : disk.disk_state
  if (!canDisk('attach', state)) throw invalidRequest(`cannot attach disk "${disk.name}": invalid state ${state}`)
  if (holdsMachine(instance.run_state)) throw invalidRequest('cannot attach disk: instance is not fully stopped')
  if (!canInstance('attach_disk', instance.run_state))
    throw invalidRequest(`cannot attach disk to instance in ${instance.run_state} state`)
  await mustHaveRoom(ctx, instance.id)
  await recordImport(ctx, disk.id, null)
  return setState(ctx, disk, { disk_state: 'attached', instance_id: instance.id })
}

export async function mustHaveRoom(ctx: Inside, instance_id: string): Promise<void> {
  const { count } = await ctx.db
    .selectFrom('disk')
    .select((is) => is.fn.countAll<number | string>().as('count'))
    .where('instance_id', '=', instance_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_DISKS) throw invalidRequest(`cannot attach more than ${MAX_DISKS} disks to instance`)
}

/** Idempotent. */
export async function detachDisk(
  ctx: Inside,
  instance: Attaching & Pick<InstanceRow, 'boot_disk_id'>,
  disk: DiskRow,
): Promise<DiskRow> {
  if (disk.disk_state === 'detached') return disk
  if (!canDisk('detach', disk.disk_state))
    throw invalidRequest(`cannot detach disk "${disk.name}": invalid state ${disk.disk_state}`)
  if (disk.instance_id !== instance.id)
    throw invalidRequest(`cannot detach disk "${disk.name}": disk is attached to another instance`)
  if (holdsMachine(instance.run_state)) throw invalidRequest('cannot detach disk: instance is not fully stopped')
  if (!canInstance('detach_disk', instance.run_state))
    throw invalidRequest(`cannot detach disk from instance in ${instance.run_state} state`)
  if (instance.boot_disk_id === disk.id) throw conflict('boot disk cannot be detached')
  return setState(ctx, disk, { disk_state: await stateWhenDetached(ctx, disk.id), instance_id: null })
}

/** Detaches all disks when the instance is deleted, also those that were on their way. */
export async function releaseDisks(ctx: Inside, instanceId: string): Promise<void> {
  for (const disk of await disksOf(ctx.db, instanceId)) {
    await endHotplug(ctx, disk.id)
    await setState(ctx, disk, { disk_state: await stateWhenDetached(ctx, disk.id), instance_id: null })
  }
}

/** A disk's state without an instance: the disk or a snapshot of it may still be in creation. */
async function stateWhenDetached(ctx: Inside, id: string): Promise<DiskRow['disk_state']> {
  const own = await volumeOf(ctx, id)
  if (own?.volume_state === 'faulted') return 'faulted'
  if (own?.volume_state === 'making') return 'creating'
  return (await isBeingCopied(ctx, id)) ? 'maintenance' : 'detached'
}

const setState = (ctx: Inside, { id }: DiskRow, change: Pick<DiskRow, 'disk_state' | 'instance_id'>) =>
  ctx.db.updateTable('disk').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const diskAttachment = {
  async instance_disk_list(ctx, { path, query }) {
    const instance = await findInstance(ctx, { instance: path.instance, project: query.project }, 'read')
    const rows = ctx.db.selectFrom('disk').selectAll().where('instance_id', '=', instance.id)
    const { items, next_page } = await page(query, rows, 'disk')
    return { items: items.map(shownDisk), next_page }
  },

  async instance_disk_attach(ctx, { path, query, body }) {
    const instance = await findInstance(ctx, { ...path, ...query }, 'modify')
    const disk = ctx.subject(await findDiskIn(ctx, instance.project_id, body.disk, FOREIGN))
    return shownDisk(await attachDisk(ctx, instance, disk))
  },

  async instance_disk_detach(ctx, { path, query, body }) {
    const instance = await findInstance(ctx, { ...path, ...query }, 'modify')
    const disk = ctx.subject(await findDiskIn(ctx, instance.project_id, body.disk, FOREIGN))
    return shownDisk(await detachDisk(ctx, instance, disk))
  },
} satisfies Handlers<'instance_disk_list' | 'instance_disk_attach' | 'instance_disk_detach'>
