// Instances that go back to a point in time: begun, viewed and canceled. The loop in reconcile/instance-rollback.ts brings them there.
import type { Wire } from '#contract/api.ts'
import type { instanceRollback as operations } from '#contract/instance-rollback.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { invalidRequest } from '../../frame/errors.ts'
import { findInstance } from '../../frame/find-instance.ts'
import { findProject } from '../../frame/lookup.ts'
import { page } from '../../frame/page.ts'
import { findPoint } from '../protection-policy/recovery-point.ts'
import { beginRollback } from './begin.ts'
import { findRollback, type RollbackRow } from './find-rollback.ts'

async function shown({ db }: Ctx, rows: RollbackRow[]): Promise<Wire<'InstanceRollback'>[]> {
  const making = rows.filter(isFollowed).flatMap(idsOf)
  const volumes = db.selectFrom('volume').select('id').where('volume_state', '=', 'ready')
  const found = making.length > 0 ? await volumes.where('id', 'in', making).execute() : []
  const ready = new Set(found.map(({ id }) => id))
  return rows.map((row) => ({ ...row, percent: percentOf(row, ready) }))
}

const isFollowed = ({ state }: RollbackRow) => state === 'stopping' || state === 'copying'
const idsOf = ({ swaps }: RollbackRow) =>
  swaps.flatMap(({ new_disk_id, snapshot_id }) => [new_disk_id, snapshot_id ?? []].flat())

/** Counts a copy and a snapshot for each disk. */
function percentOf(row: RollbackRow, ready: ReadonlySet<string>): number {
  if (!isFollowed(row)) return row.state === 'done' ? 100 : 0
  return Math.floor((100 * idsOf(row).filter((id) => ready.has(id)).length) / (2 * row.swaps.length))
}

export const instanceRollback = {
  async instance_rollback_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    const rows = ctx.db.selectFrom('instance_rollback').selectAll().where('project_id', '=', project.id)
    const { items, next_page } = await page(query, rows, 'instance_rollback')
    return { items: await shown(ctx, items), next_page }
  },

  async instance_rollback_create(ctx, { path, query, body }) {
    const instance = await findInstance(ctx, { ...path, ...query }, 'modify')
    const point = await findPoint(ctx, body.point_id, 'read')
    if (point.resource_id !== instance.id) throw invalidRequest('the point in time is of another instance or disk')
    const project = await findProject(ctx, instance.project_id, 'create_child')
    const row = await beginRollback(ctx, project, instance, point)
    ctx.subject(instance)
    ctx.poke('instance-rollback', 'storage')
    return (await shown(ctx, [row]))[0]!
  },

  async instance_rollback_view(ctx, { path }) {
    return (await shown(ctx, [await findRollback(ctx, path, 'read')]))[0]!
  },

  async instance_rollback_delete(ctx, { path }) {
    const row = ctx.subject(await findRollback(ctx, path, 'modify'))
    const isEnded = row.state === 'done' || row.state === 'failed'
    if (isEnded) await ctx.db.deleteFrom('instance_rollback').where('id', '=', row.id).execute()
    // without a problem: whoever cancels it need not be told why it ended
    else await ctx.db.updateTable('instance_rollback').set({ state: 'undoing' }).where('id', '=', row.id).execute()
    ctx.poke('instance-rollback')
  },
} satisfies Handlers<keyof typeof operations>
