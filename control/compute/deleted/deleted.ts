// What was deleted and is kept for a while: listed, restored, or removed for good.
import type { deleted as operations } from '#contract/deleted.ts'
import { mayInProject, mayProject, maySilo } from '../../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../../frame/context.ts'
import { forbidden, invalidRequest, notFound } from '../../frame/errors.ts'
import { findSilo } from '../../frame/find-silo.ts'
import { removeForGood, type KeptThing } from '../../frame/kept.ts'
import { findProject } from '../../frame/lookup.ts'
import { pageBy } from '../../frame/page.ts'
import { restore, type DeletedNoun } from './restore.ts'

type Found = KeptThing & { noun: DeletedNoun }

/** A subnet is restored and removed with its VPC, and not alone. */
const isListed = (thing: KeptThing): thing is Found => thing.noun !== 'vpc_subnet'

/** Whoever may create or delete such a thing may restore it or remove it for good. A deleted project has no policy: silo roles count. */
async function findDeleted(ctx: Ctx, id: string, action: 'create_child' | 'modify'): Promise<Found> {
  const kept = ctx.db.selectFrom('deleted').selectAll().where('id', '=', id).where('time_final', '>', ctx.now)
  const thing = await kept.executeTakeFirst()
  const actor = actorOf(ctx)
  if (!thing || !isListed(thing) || !mayList(ctx, thing)) throw notFound('deleted', id)
  const { noun, silo_id, project_id, resource_id, name } = thing
  ctx.subject({ id: resource_id, name, silo_id, project_id })
  const isAllowed =
    project_id !== null
      ? mayInProject(actor, { id: project_id, silo_id }, action)
      : noun === 'project' && action === 'modify'
        ? mayProject(actor, { id: resource_id, silo_id }, 'modify')
        : maySilo(actor, silo_id, 'create_child')
  if (!isAllowed) throw forbidden()
  return thing
}

const mayList = (ctx: Ctx, { silo_id, project_id }: KeptThing): boolean =>
  project_id === null
    ? maySilo(actorOf(ctx), silo_id, 'list_children')
    : mayProject(actorOf(ctx), { id: project_id, silo_id }, 'read')

const keys = (['time_deleted', 'id'] as const).map((column) => ({
  column: `deleted.${column}`,
  text: (row: Pick<KeptThing, 'time_deleted' | 'id'>) => row[column],
}))

export const deleted = {
  async deleted_list(ctx, { query }) {
    const { project, silo } = query
    if (project !== undefined && silo !== undefined)
      throw invalidRequest('project and silo cannot be specified together')
    let rows = ctx.db
      .selectFrom('deleted')
      .select(['id', 'noun', 'resource_id', 'name', 'time_deleted', 'time_final'])
      .where('time_final', '>', ctx.now)
      .where('noun', '<>', 'vpc_subnet')
    if (project !== undefined)
      rows = rows.where('project_id', '=', (await findProject(ctx, project, 'list_children')).id)
    else if (silo !== undefined) {
      const { id } = await findSilo(ctx, silo, 'list_children')
      rows = rows.where('silo_id', '=', id).where('project_id', 'is', null)
    } else throw invalidRequest('either project or silo must be specified')
    const { items, next_page } = await pageBy(query, rows, keys, directionOf(query))
    return { items: items.map((row) => ({ ...row, noun: row.noun as DeletedNoun })), next_page }
  },

  async deleted_restore(ctx, { path, body }) {
    const thing = await findDeleted(ctx, path.id, 'create_child')
    const { noun, resource_id, silo_id, project_id } = thing
    const name = body.name ?? thing.name
    if (project_id !== null) await mustExist(ctx, project_id)
    const left_out = await restore(ctx, thing, name)
    ctx.subject({ id: resource_id, name, silo_id, project_id: noun === 'project' ? resource_id : project_id })
    return { noun, resource_id, name, left_out }
  },

  async deleted_remove(ctx, { path }) {
    await removeForGood(ctx, [await findDeleted(ctx, path.id, 'modify')])
  },
} satisfies Handlers<keyof typeof operations>

const directionOf = ({ sort_by }: { sort_by: string }) => (sort_by === 'time_and_id_ascending' ? 'asc' : 'desc')

/** What was deleted from a deleted project comes back with the project. */
async function mustExist(ctx: Ctx, project_id: string): Promise<void> {
  const project = ctx.db.selectFrom('project').select('id').where('id', '=', project_id)
  if (!(await project.executeTakeFirst()))
    throw invalidRequest('its project was deleted too: restore the project, and it comes back with it')
}
