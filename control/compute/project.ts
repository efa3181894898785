// Projects, which contain a silo's resources.
import type { project as operations } from '#contract/project.ts'
import { maySilo } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { forbidden } from '../frame/errors.ts'
import { newIdentity, uniquely, updateIdentity } from '../frame/identity.ts'
import { keep } from '../frame/kept.ts'
import { findProject } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { forgetEndedClones } from './instance-clone/instance-clone.ts'
import { forgetEndedUploads } from '../storage/image-upload/image-upload.ts'
import { policiesToKeep } from './protection-policy/keep-policies.ts'
import { assertProjectEmpty, addDefaultContents } from './project-contents.ts'

export const project = {
  async project_list(ctx, { query }) {
    const actor = inSilo(ctx, 'list_children')
    return page(query, ctx.db.selectFrom('project').selectAll().where('silo_id', '=', actor.silo_id), 'project')
  },

  async project_create(ctx, { body }) {
    const actor = inSilo(ctx, 'create_child')
    const insert = ctx.db.insertInto('project').values({ ...newIdentity(ctx, body), silo_id: actor.silo_id })
    const row = await uniquely('project', body.name, insert.returningAll().executeTakeFirstOrThrow())
    ctx.subject(row, { silo_id: row.silo_id, project_id: row.id })
    await addDefaultContents(ctx, row)
    return row
  },

  async project_view(ctx, { path }) {
    return findProject(ctx, path.project, 'read')
  },

  async project_update(ctx, { path, body }) {
    const row = ctx.subject(await findProject(ctx, path.project, 'modify'))
    return updateIdentity(ctx, 'project', 'project', row, body)
  },

  async project_delete(ctx, { path }) {
    const row = ctx.subject(await findProject(ctx, path.project, 'modify'))
    await forgetEndedUploads(ctx, row.id)
    await forgetEndedClones(ctx, row.id)
    await assertProjectEmpty(ctx, row)
    const roles = ctx.db.deleteFrom('role_assignment').where('resource_id', '=', row.id).returningAll()
    const role_assignment = await roles.execute()
    const policies = await policiesToKeep(ctx.db, row.id)
    await ctx.db.deleteFrom('usage_sample').where('subject_id', '=', row.id).execute()
    const rows = await ctx.db.deleteFrom('project').where('id', '=', row.id).returningAll().execute()
    const { silo_id } = row
    const kept = { project: rows, role_assignment, ...policies }
    await keep(ctx, { noun: 'project', row, silo_id, project_id: null, rows: kept })
  },
} satisfies Handlers<keyof typeof operations>

/** Every member can read the silo itself, so callers who lack the role get 403 rather than 404. */
function inSilo(ctx: Ctx, action: 'list_children' | 'create_child') {
  const actor = actorOf(ctx)
  if (!maySilo(actor, actor.silo_id, action)) throw forbidden()
  return actor
}
