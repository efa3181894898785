// Snapshots: a disk's contents at one moment.
import type { snapshot as operations } from '#contract/snapshot.ts'
import { canDisk } from '#contract/disk-states.ts'
import { canSnapshot } from '#contract/snapshot-states.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { findDiskIn, spelled, type DiskRow } from './disk.ts'
import { invalidRequest } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { keep } from '../frame/kept.ts'
import { findProject, makeFinder } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { charge, credit } from '../frame/usage.ts'
import { settle } from './volume-work.ts'
import { requestRemoval, requestVolume } from './volume.ts'

export type SnapshotRow = RowOf<'snapshot'>

export const findSnapshot = makeFinder({
  table: 'snapshot',
  label: 'snapshot',
  param: 'snapshot',
  idWith: 'when providing snapshot as an ID, project should not be specified',
  nameWithout: 'snapshot should either be an ID or project should be specified',
})

type Inside = Pick<Ctx, 'host' | 'db' | 'now' | 'poke'>

interface Named {
  name: string
  description: string
}

/** Runs in the caller's transaction. A detached disk is in maintenance until the copy is taken. */
export async function createSnapshotOf(
  ctx: Inside,
  disk: DiskRow,
  naming: Named,
  point_id: string | null = null,
): Promise<SnapshotRow> {
  const { id: disk_id, project_id, silo_id, size, block_size } = disk
  const insert = ctx.db.insertInto('snapshot').values({
    ...newIdentity(ctx, naming),
    disk_id,
    project_id,
    silo_id,
    size,
    block_size,
    state: 'creating',
    point_id,
  })
  const row = await uniquely('snapshot', naming.name, insert.returningAll().executeTakeFirstOrThrow())
  await charge(ctx, row, { storage: size })
  if (disk.disk_state === 'detached')
    await ctx.db.updateTable('disk').set({ disk_state: 'maintenance' }).where('id', '=', disk.id).execute()
  await requestVolume(ctx, { id: row.id, silo_id, owner: 'snapshot', size, source_id: disk_id })
  ctx.poke('storage')
  return row
}

/** Removes a snapshot for good, in the caller's transaction. */
export async function removeSnapshot(ctx: Inside, row: SnapshotRow): Promise<void> {
  await ctx.db.deleteFrom('snapshot').where('id', '=', row.id).execute()
  await credit(ctx, row, { storage: row.size })
  await requestRemoval(ctx, row.id)
  ctx.poke('storage')
}

export const snapshot = {
  async snapshot_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    return page(query, ctx.db.selectFrom('snapshot').selectAll().where('project_id', '=', project.id), 'snapshot')
  },

  snapshot_create: {
    async outside(ctx, { query, body }) {
      const made = await ctx.write(async (inside) => {
        const project = await findProject(inside, query.project, 'create_child')
        const foreign = "can't create a snapshot of a disk in a different project"
        const disk = await findDiskIn(inside, project.id, body.disk, foreign)
        if (!canDisk('snapshot', disk.disk_state))
          throw invalidRequest(`cannot create a snapshot of disk "${disk.name}" in state ${disk.disk_state}`)
        return inside.subject(await createSnapshotOf(inside, disk, body))
      })
      await settle(ctx.host, made.id)
      const row = await ctx.db.selectFrom('snapshot').selectAll().where('id', '=', made.id).executeTakeFirst()
      return row ?? made
    },
  },

  async snapshot_view(ctx, { path, query }) {
    return findSnapshot(ctx, { ...path, ...query }, 'read')
  },

  async snapshot_delete(ctx, { path, query }) {
    const row = ctx.subject(await findSnapshot(ctx, { ...path, ...query }, 'modify'))
    if (!canSnapshot('delete', row.state))
      throw invalidRequest(`snapshot cannot be deleted in state ${spelled(row.state)}`)
    const { project_id, silo_id, size } = row
    const rows = await ctx.db.deleteFrom('snapshot').where('id', '=', row.id).returningAll().execute()
    await credit(ctx, row, { storage: size })
    if (await keep(ctx, { noun: 'snapshot', row, silo_id, project_id, size, rows: { snapshot: rows } })) return
    await requestRemoval(ctx, row.id)
    ctx.poke('storage')
  },
} satisfies Handlers<keyof typeof operations>
