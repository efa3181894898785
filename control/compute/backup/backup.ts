// Backups at targets: listed, deleted and restored; and the target of a protection policy.
import type { Wire } from '#contract/api.ts'
import type { backup as operations } from '#contract/backup.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import { mayInProject, type Action } from '../../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../../frame/context.ts'
import { forbidden, invalidRequest, notFound } from '../../frame/errors.ts'
import { findSilo } from '../../frame/find-silo.ts'
import { findProject } from '../../frame/lookup.ts'
import { pageBy, type PageQuery } from '../../frame/page.ts'
import { findPolicy, withLastRun } from '../protection-policy/protection-policy.ts'
import { beginRestore, shownRestore } from './begin-restore.ts'

export type BackupRow = RowOf<'backup'>

export const backup = {
  async backup_list(ctx, { query }) {
    const { project, silo } = query
    if ((project === undefined) === (silo === undefined))
      throw invalidRequest('either project or silo must be specified')
    let rows = ctx.db.selectFrom('backup').selectAll()
    if (project !== undefined)
      rows = rows.where('project_id', '=', (await findProject(ctx, project, 'list_children')).id)
    else {
      const { id } = await findSilo(ctx, silo!, 'list_children')
      rows = rows.where('silo_id', '=', id).where('project_id', 'not in', ctx.db.selectFrom('project').select('id'))
    }
    const { items, next_page } = await pageBy(query, rows, keys, directionOf(query))
    return { items: await shown(ctx.db, items), next_page }
  },

  async backup_view(ctx, { path }) {
    return (await shown(ctx.db, [await findBackup(ctx, path.backup, 'read')]))[0]!
  },

  async backup_delete(ctx, { path }) {
    const row = await findBackup(ctx, path.backup, 'modify')
    const restores = ctx.db.selectFrom('backup_restore').select('id').where('backup_id', '=', row.id)
    if (await restores.where('state', '=', 'running').executeTakeFirst())
      throw invalidRequest('the backup is being restored')
    await ctx.db.updateTable('backup').set({ state: 'removing' }).where('id', '=', row.id).execute()
    ctx.poke('backup')
  },

  async backup_restore(ctx, { path, body }) {
    const row = await findBackup(ctx, path.backup, 'modify')
    const project = await findProject(ctx, body.project ?? row.project_id, 'create_child')
    const restore = await beginRestore(ctx, row, project, body)
    ctx.poke('backup')
    return shownRestore(restore)
  },

  async backup_restore_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    const rows = ctx.db.selectFrom('backup_restore').selectAll().where('project_id', '=', project.id)
    const { items, next_page } = await pageBy(query, rows, keys, directionOf(query))
    return { items: items.map(shownRestore), next_page }
  },

  async protection_policy_target_update(ctx, { path, query, body: { backup_target_id } }) {
    const row = ctx.subject(await findPolicy(ctx, { ...path, ...query }, 'modify'))
    if (backup_target_id !== null) {
      const given = ctx.db.selectFrom('backup_repository').select('id').where('target_id', '=', backup_target_id)
      if (!(await given.where('silo_id', '=', row.silo_id).executeTakeFirst()))
        throw notFound('backup-target', backup_target_id)
    }
    const update = ctx.db.updateTable('protection_policy').set({ backup_target_id, time_modified: ctx.now })
    return withLastRun(ctx.db, await update.where('id', '=', row.id).returningAll().executeTakeFirstOrThrow())
  },
} satisfies Handlers<keyof typeof operations>

/** The project may be gone: then roles in the silo count. */
async function findBackup(ctx: Ctx, id: string, action: Action): Promise<BackupRow> {
  const row = await ctx.db.selectFrom('backup').selectAll().where('id', '=', id).executeTakeFirst()
  const place = row && { id: row.project_id, silo_id: row.silo_id }
  if (!place || !mayInProject(actorOf(ctx), place, 'read')) throw notFound('backup', id)
  const subject = { id: row.id, name: row.resource_name, silo_id: row.silo_id, project_id: row.project_id }
  ctx.subject(subject)
  if (!mayInProject(actorOf(ctx), place, action)) throw forbidden(subject)
  return row
}

async function shown(db: Queries, rows: readonly BackupRow[]): Promise<Wire<'Backup'>[]> {
  if (rows.length === 0) return []
  const disks = await db
    .selectFrom('backup_disk')
    .selectAll()
    .where(
      'backup_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('name')
    .execute()
  return rows.map((row) => ({
    ...row,
    percent: row.state === 'ready' ? 100 : Math.floor((row.done / Math.max(1, row.size)) * 100),
    disks: disks.filter(({ backup_id }) => backup_id === row.id),
  }))
}

const keys = (['time_created', 'id'] as const).map((column) => ({
  column,
  text: (row: { time_created: string; id: string }) => row[column],
}))

const directionOf = ({ sort_by }: PageQuery) => (sort_by === 'time_and_id_descending' ? 'desc' : 'asc')
