// Attaching disks to instances that run, and detaching them. Where an instance has no machine, the rules are the published ones
// (disk-attachment.ts).
import type { diskHotplug as operations } from '#contract/disk-hotplug.ts'
import { canDisk } from '#contract/disk-states.ts'
import { canInstance } from '#contract/instance-states.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { conflict, invalidRequest } from '../frame/errors.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'
import { findDiskIn, shownDisk, type DiskRow } from '../storage/disk.ts'
import { settle } from '../storage/volume-work.ts'
import { isBeingCopied, recordImport, volumeOf, type VolumeRow } from '../storage/volume.ts'
import { attachDisk, detachDisk, FOREIGN, mustHaveRoom } from './disk-attachment.ts'
import { holdsMachine } from './instance-actions.ts'

/** Idempotent. */
async function hotAttach(ctx: Ctx, instance: InstanceRow, disk: DiskRow): Promise<DiskRow> {
  const isHere = disk.instance_id === instance.id
  if (isHere && (disk.disk_state === 'attached' || disk.disk_state === 'attaching')) return disk
  if (!holdsMachine(instance.run_state)) return attachDisk(ctx, instance, disk)
  mustBeAble(ctx, 'attach')
  if (disk.instance_id !== null && !isHere)
    throw invalidRequest(`cannot attach disk "${disk.name}": disk is attached to another instance`)
  if (!canDisk('hot_attach', disk.disk_state))
    throw invalidRequest(`cannot attach disk "${disk.name}": invalid state ${disk.disk_state}`)
  if (!canInstance('hot_attach_disk', instance.run_state))
    throw invalidRequest(`cannot attach disk to instance in ${instance.run_state} state`)
  await mustHaveRoom(ctx, instance.id)
  await mustBeIdle(ctx, disk, 'attach')
  await recordImport(ctx, disk.id, null)
  return request(ctx, disk, { disk_state: 'attaching', instance_id: instance.id }, 'attach')
}

/** Idempotent. */
async function hotDetach(ctx: Ctx, instance: InstanceRow, disk: DiskRow): Promise<DiskRow> {
  const isHere = disk.instance_id === instance.id
  if (isHere && disk.disk_state === 'detaching') return disk
  if (!holdsMachine(instance.run_state) || disk.disk_state !== 'attached' || !isHere)
    return detachDisk(ctx, instance, disk)
  mustBeAble(ctx, 'detach')
  if (!canInstance('hot_detach_disk', instance.run_state))
    throw invalidRequest(`cannot detach disk from instance in ${instance.run_state} state`)
  if (instance.boot_disk_id === disk.id) throw conflict('boot disk cannot be detached')
  if (await isBeingCopied(ctx, disk.id))
    throw conflict(`cannot detach disk "${disk.name}": a snapshot of it is being taken`)
  await mustBeIdle(ctx, disk, 'detach')
  return request(ctx, disk, { disk_state: 'detaching', instance_id: instance.id }, 'detach')
}

function mustBeAble({ host }: Ctx, verb: 'attach' | 'detach') {
  if (!host.can.hot_plugs_disks) throw invalidRequest(`cannot ${verb} disk: instance is not fully stopped`)
}

/** A volume has one task at a time. */
async function mustBeIdle(ctx: Ctx, disk: DiskRow, verb: 'attach' | 'detach') {
  const volume = await volumeOf(ctx, disk.id)
  if (volume?.volume_state !== 'ready' || volume.task !== null)
    throw conflict(`cannot ${verb} disk "${disk.name}": its contents are being changed`)
}

async function request(
  ctx: Ctx,
  { id }: DiskRow,
  set: Pick<DiskRow, 'disk_state' | 'instance_id'>,
  task: VolumeRow['task'],
): Promise<DiskRow> {
  await ctx.db.updateTable('volume').set({ task }).where('id', '=', id).execute()
  ctx.poke('storage')
  return ctx.db.updateTable('disk').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Answers once the machine has or has lost the disk, or after a while. */
async function plug(ctx: Ctx, input: Named, change: typeof hotAttach): Promise<ReturnType<typeof shownDisk>> {
  const asked = await ctx.write(async (inside) => {
    const instance = await findInstance(inside, { ...input.path, ...input.query }, 'modify')
    const disk = inside.subject(await findDiskIn(inside, instance.project_id, input.body.disk, FOREIGN))
    return change(inside, instance, disk)
  })
  const isMoving = asked.disk_state === 'attaching' || asked.disk_state === 'detaching'
  const outcome = isMoving ? await settle(ctx.host, asked.id) : undefined
  if (outcome?.refusal !== undefined) throw conflict(`cannot attach disk "${asked.name}": ${outcome.refusal}`)
  const now = await ctx.host.db.read.selectFrom('disk').selectAll().where('id', '=', asked.id).executeTakeFirst()
  return shownDisk(now ?? asked)
}

interface Named {
  path: { instance: string }
  query: { project?: string | undefined }
  body: { disk: string }
}

export const diskHotplug = {
  instance_disk_hot_attach: { outside: (ctx, input) => plug(ctx, input, hotAttach) },
  instance_disk_hot_detach: { outside: (ctx, input) => plug(ctx, input, hotDetach) },
} satisfies Handlers<keyof typeof operations>
