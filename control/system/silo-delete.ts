// Deleting a silo, which also removes what remains in other areas: roles, usage, images, and what was deleted and kept.
import { isBuiltIn } from '#contract/built-in-silos.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { findSilo, siloSubject } from '../frame/find-silo.ts'
import { removeForGood } from '../frame/kept.ts'
import { requestRemoval } from '../storage/volume.ts'

export const siloDelete = {
  async silo_delete(ctx, { path }) {
    const { id } = ctx.subject(siloSubject(await findSilo(ctx, path.silo, 'modify')))
    if (isBuiltIn(id)) throw invalidRequest('built-in silos cannot be deleted')
    const project = await ctx.db.selectFrom('project').select('id').where('silo_id', '=', id).limit(1).execute()
    if (project.length > 0) throw invalidRequest('silo to be deleted contains a project')
    await ctx.db
      .deleteFrom('role_assignment')
      .where((is) =>
        is.or([
          is('resource_id', '=', id),
          is('identity_id', 'in', is.selectFrom('silo_user').select('id').where('silo_id', '=', id)),
          is('identity_id', 'in', is.selectFrom('silo_group').select('id').where('silo_id', '=', id)),
        ]),
      )
      .execute()
    await ctx.db.deleteFrom('usage_sample').where('subject_id', '=', id).execute()
    await dropImages(ctx, id)
    await removeForGood(ctx, await ctx.db.selectFrom('deleted').selectAll().where('silo_id', '=', id).execute())
    await ctx.db.deleteFrom('silo').where('id', '=', id).execute()
  },
} satisfies Handlers<'silo_delete'>

/** Without projects, only silo images are left. The storage loop frees their contents. */
async function dropImages(ctx: Ctx, silo_id: string): Promise<void> {
  const images = await ctx.db.deleteFrom('image').where('silo_id', '=', silo_id).returning('id').execute()
  for (const { id } of images) await requestRemoval(ctx, id)
  if (images.length > 0) ctx.poke('storage')
}
