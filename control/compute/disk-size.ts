// Makes disks larger. The storage loop grows the contents, through the machine that uses them if one runs.
import type { diskSize as operations } from '#contract/disk-size.ts'
import { canDisk } from '#contract/disk-states.ts'
import { canInstance } from '#contract/instance-states.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { conflict, invalidRequest, invalidValue } from '../frame/errors.ts'
import { charge } from '../frame/usage.ts'
import { checkSize } from '../storage/disk-create.ts'
import { findDisk, shownDisk, type DiskRow } from '../storage/disk.ts'
import { settle } from '../storage/volume-work.ts'
import { isBeingCopied, requestGrowth, volumeOf } from '../storage/volume.ts'
import { holdsMachine } from './instance-actions.ts'

/** Idempotent. */
async function resizeDisk(ctx: Ctx, disk: DiskRow, size: number): Promise<DiskRow> {
  checkSize(size, disk.block_size)
  if (size < disk.size) throw invalidValue('size', `disks cannot shrink, and this one has ${disk.size} bytes`)
  if (size === disk.size) return disk
  await mustBeResizable(ctx, disk)
  await charge(ctx, disk, { storage: size - disk.size })
  await requestGrowth(ctx, disk, { from: disk.size, to: size })
  ctx.poke('storage')
  const update = ctx.db.updateTable('disk').set({ size, time_modified: ctx.now }).where('id', '=', disk.id)
  return update.returningAll().executeTakeFirstOrThrow()
}

async function mustBeResizable(ctx: Ctx, { id, name, disk_state, instance_id }: DiskRow): Promise<void> {
  if (!canDisk('resize', disk_state)) throw invalidRequest(`cannot resize disk "${name}": invalid state ${disk_state}`)
  // the copy has the size that the disk had
  if (await isBeingCopied(ctx, id)) throw conflict(`cannot resize disk "${name}": a snapshot of it is being taken`)
  // of a disk that was attached while it was being created
  if ((await volumeOf(ctx, id))?.volume_state !== 'ready')
    throw conflict(`cannot resize disk "${name}": its contents are not ready`)
  if (instance_id === null) return
  const instances = ctx.db.selectFrom('instance').select('run_state').where('id', '=', instance_id)
  const { run_state } = await instances.executeTakeFirstOrThrow()
  if (holdsMachine(run_state) && !ctx.host.can.hot_plugs_disks)
    throw invalidRequest('cannot resize disk: instance is not fully stopped')
  if (!canInstance('resize_disk', run_state))
    throw invalidRequest(`cannot resize disk of instance in ${run_state} state`)
}

export const diskSize = {
  disk_resize: {
    async outside(ctx, { path, query, body }) {
      const grown = await ctx.write(async (inside) => {
        const disk = inside.subject(await findDisk(inside, { ...path, ...query }, 'modify'))
        return resizeDisk(inside, disk, body.size)
      })
      await settle(ctx.host, grown.id)
      return shownDisk(grown)
    },
  },
} satisfies Handlers<keyof typeof operations>
