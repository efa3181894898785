// Changes an instance's size, boot disk and auto-restart policy.
import { canDisk } from '#contract/disk-states.ts'
import { canInstance } from '#contract/instance-states.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { findDisk } from '../storage/disk.ts'
import { conflict, invalidRequest, isUuid } from '../frame/errors.ts'
import { checkSize } from './instance-size.ts'
import { shownInstance } from './instance.ts'
import { findInstance, type InstanceRow } from '../frame/find-instance.ts'

export const instanceUpdate = {
  async instance_update(ctx, { path, query, body }) {
    const row = ctx.subject(await findInstance(ctx, { ...path, ...query }, 'modify'))
    const { ncpus, memory, auto_restart_policy } = body
    checkSize(body)
    if ((ncpus !== row.ncpus || memory !== row.memory) && !canInstance('resize', row.run_state))
      throw conflict('instance must be stopped to be resized')
    const boot_disk_id = await bootDisk(ctx, row, body.boot_disk)
    const updated = await ctx.db
      .updateTable('instance')
      .set({ ncpus, memory, auto_restart_policy, boot_disk_id, time_modified: ctx.now })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return shownInstance(updated)
  },
} satisfies Handlers<'instance_update'>

async function bootDisk(ctx: Ctx, row: InstanceRow, selector: string | null): Promise<string | null> {
  const wanted = selector === null ? undefined : await attachable(ctx, row, selector)
  if ((wanted?.id ?? null) === row.boot_disk_id) return row.boot_disk_id
  if (!canInstance('update_boot_disk', row.run_state)) throw conflict('instance must be stopped to set boot disk')
  if (wanted && (wanted.instance_id !== row.id || !canDisk('set_as_boot_disk', wanted.disk_state)))
    throw conflict('boot disk must be attached')
  return wanted?.id ?? null
}

async function attachable(ctx: Ctx, row: InstanceRow, selector: string) {
  const disk = await findDisk(ctx, { disk: selector, project: isUuid(selector) ? undefined : row.project_id }, 'read')
  if (disk.project_id !== row.project_id) throw invalidRequest('disk must be in the same project as the instance')
  return disk
}
