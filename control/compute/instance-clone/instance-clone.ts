// Clones of instances: begun, viewed and canceled. The loop in reconcile/instance-clone.ts ends them.
import type { Wire } from '#contract/api.ts'
import type { instanceClone as operations } from '#contract/instance-clone.ts'
import { canInstance } from '#contract/instance-states.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { conflict } from '../../frame/errors.ts'
import { findInstance } from '../../frame/find-instance.ts'
import { findProject } from '../../frame/lookup.ts'
import { page } from '../../frame/page.ts'
import { beginClone } from './begin.ts'
import { findClone, type CloneRow } from './find-clone.ts'

const ENDED = ['done', 'failed'] as const
const isEnded = ({ state }: CloneRow) => state === 'done' || state === 'failed'

export async function shownClones({ db }: Ctx, rows: CloneRow[]): Promise<Wire<'InstanceClone'>[]> {
  const copying = rows.filter((row) => row.state === 'copying').flatMap(idsOf)
  const volumes = db.selectFrom('volume').select('id').where('volume_state', '=', 'ready')
  const found = copying.length > 0 ? await volumes.where('id', 'in', copying).execute() : []
  const ready = new Set(found.map(({ id }) => id))
  return rows.map((row) => ({ ...row, percent: percentOf(row, ready) }))
}

function percentOf(row: CloneRow, ready: ReadonlySet<string>): number {
  if (row.state !== 'copying') return row.state === 'done' ? 100 : 0
  const ids = idsOf(row)
  return ids.length === 0 ? 0 : Math.floor((100 * ids.filter((id) => ready.has(id)).length) / ids.length)
}

const idsOf = ({ copies }: CloneRow) =>
  copies.flatMap(({ disk_id, snapshot_id }) => [disk_id, snapshot_id ?? []].flat())

/** A project can be deleted although clones have ended in it. */
export async function forgetEndedClones({ db }: Pick<Ctx, 'db'>, project_id: string): Promise<void> {
  const ended = db.deleteFrom('instance_clone').where('project_id', '=', project_id)
  await ended.where('state', 'in', ENDED).execute()
}

export const instanceClone = {
  async instance_clone_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    const rows = ctx.db.selectFrom('instance_clone').selectAll().where('project_id', '=', project.id)
    const { items, next_page } = await page(query, rows, 'instance_clone')
    return { items: await shownClones(ctx, items), next_page }
  },

  async instance_clone_create(ctx, { path, query, body }) {
    const source = await findInstance(ctx, { ...path, ...query }, 'read')
    const project = await findProject(ctx, source.project_id, 'create_child')
    if (!canInstance('clone', source.run_state))
      throw conflict(`instance is in state ${source.run_state} but it must be running, stopped or failed to be cloned`)
    const row = ctx.subject(await beginClone(ctx, project, source, body))
    ctx.poke('instance-clone', 'storage')
    return (await shownClones(ctx, [row]))[0]!
  },

  async instance_clone_view(ctx, { path }) {
    return (await shownClones(ctx, [await findClone(ctx, path, 'read')]))[0]!
  },

  async instance_clone_delete(ctx, { path }) {
    const row = ctx.subject(await findClone(ctx, path, 'modify'))
    if (isEnded(row)) await ctx.db.deleteFrom('instance_clone').where('id', '=', row.id).execute()
    // without a problem: whoever cancels it need not be told why it ended
    else await ctx.db.updateTable('instance_clone').set({ state: 'undoing' }).where('id', '=', row.id).execute()
    ctx.poke('instance-clone')
  },
} satisfies Handlers<keyof typeof operations>
