// Disks: find, view and delete. See disk-create.ts, disk-attachment.ts and disk-import.ts for the other operations.
import type { Wire } from '#contract/api.ts'
import { canDisk } from '#contract/disk-states.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { invalidRequest, isUuid } from '../frame/errors.ts'
import { keep } from '../frame/kept.ts'
import { findProject, makeFinder } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { credit } from '../frame/usage.ts'
import { requestRemoval } from './volume.ts'

export type DiskRow = RowOf<'disk'>

export const findDisk = makeFinder({
  table: 'disk',
  label: 'disk',
  param: 'disk',
  idWith: 'when providing disk as an ID project should not be specified',
  nameWithout: 'disk should either be UUID or project should be specified',
})

/** A disk named in a request body. A name is looked up in this project; an id from another is refused with the message `foreign`. */
export async function findDiskIn(ctx: Ctx, project_id: string, disk: string, foreign: string): Promise<DiskRow> {
  const row = await findDisk(ctx, isUuid(disk) ? { disk } : { disk, project: project_id }, 'read')
  if (row.project_id !== project_id) throw invalidRequest(foreign)
  return row
}

/** A row as the API shows it. */
export function shownDisk(row: DiskRow): Wire<'Disk'> {
  return { device_path: `/mnt/${row.name}`, state: stateOf(row), ...row }
}

function stateOf({ disk_state, instance_id }: DiskRow): Wire<'Disk'>['state'] {
  if (disk_state !== 'attaching' && disk_state !== 'attached' && disk_state !== 'detaching')
    return { state: disk_state }
  if (instance_id === null) throw new Error(`a disk that is ${disk_state} has no instance`)
  return { state: disk_state, instance: instance_id }
}

/** A state as some error messages spell it: `ImportReady`. */
export const spelled = (state: string) => state.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const disk = {
  async disk_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    const rows = ctx.db.selectFrom('disk').selectAll().where('project_id', '=', project.id)
    const { items, next_page } = await page(query, rows, 'disk')
    return { items: items.map(shownDisk), next_page }
  },

  async disk_view(ctx, { path, query }) {
    return shownDisk(await findDisk(ctx, { ...path, ...query }, 'read'))
  },

  async disk_delete(ctx, { path, query }) {
    const row = ctx.subject(await findDisk(ctx, { ...path, ...query }, 'modify'))
    if (!canDisk('delete', row.disk_state)) throw invalidRequest(`disk cannot be deleted in state "${row.disk_state}"`)
    const { project_id, silo_id, size } = row
    const rows = await ctx.db.deleteFrom('disk').where('id', '=', row.id).returningAll().execute()
    await credit(ctx, row, { storage: size })
    if (await keep(ctx, { noun: 'disk', row, silo_id, project_id, size, rows: { disk: rows } })) return
    await requestRemoval(ctx, row.id)
    ctx.poke('storage')
  },
} satisfies Handlers<'disk_list' | 'disk_view' | 'disk_delete'>
