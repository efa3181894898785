// Deletes an instance. Its disks and floating IPs are detached; everything else it owns is deleted, and kept for a while with its row.
import { canInstance } from '#contract/instance-states.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { releaseDisks } from './disk-attachment.ts'
import { invalidRequest } from '../frame/errors.ts'
import { keep } from '../frame/kept.ts'
import { releaseAddresses } from '../network/external-ip.ts'
import { holdsMachine } from './instance-actions.ts'
import { rowsToKeep } from './instance-restore.ts'
import { removeInterfaces } from '../network/network-interface.ts'
import { findInstance } from '../frame/find-instance.ts'

export const instanceDelete = {
  async instance_delete(ctx, { path, query }) {
    const row = ctx.subject(await findInstance(ctx, { ...path, ...query }, 'modify'))
    if (holdsMachine(row.run_state))
      throw invalidRequest('cannot delete instance: instance is running or has not yet fully stopped')
    if (!canInstance('delete', row.run_state))
      throw invalidRequest(`instance cannot be deleted in state "${row.run_state}"`)
    const { silo_id, project_id } = row
    const rows = await rowsToKeep(ctx.db, row)
    await removeInstance(ctx, row.id)
    await keep(ctx, { noun: 'instance', row, silo_id, project_id, rows })
    // a machine that just failed may still have to be removed
    ctx.poke('instance')
  },
} satisfies Handlers<'instance_delete'>

/** For one without a machine. */
export async function removeInstance(ctx: Pick<Ctx, 'db' | 'now' | 'poke' | 'touchedVpcs'>, id: string): Promise<void> {
  await releaseDisks(ctx, id)
  await removeInterfaces(ctx, id)
  await releaseAddresses(ctx, id)
  await ctx.db.deleteFrom('instance').where('id', '=', id).execute()
}
