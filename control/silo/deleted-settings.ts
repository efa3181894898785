// How long what is deleted in a silo can be restored. What is deleted already keeps the time it had.
import type { deletedSettings as operations } from '#contract/deleted-settings.ts'
import { mayAdministerSilo } from '../frame/authz.ts'
import { actorOf, type Handlers } from '../frame/context.ts'
import { forbidden } from '../frame/errors.ts'
import { findSilo, siloSubject } from '../frame/find-silo.ts'
import { retentionOf } from '../frame/kept.ts'

export const deletedSettings = {
  async deleted_settings_view(ctx, { path }) {
    return { retention_seconds: retentionOf(await findSilo(ctx, path.silo, 'read')) }
  },

  async deleted_settings_update(ctx, { path, body: { retention_seconds } }) {
    const silo = await findSilo(ctx, path.silo, 'read')
    ctx.subject(siloSubject(silo))
    if (!mayAdministerSilo(actorOf(ctx), silo.id)) throw forbidden()
    const changes = { deleted_retention_seconds: retention_seconds, time_modified: ctx.now }
    await ctx.db.updateTable('silo').set(changes).where('id', '=', silo.id).execute()
    return { retention_seconds }
  },
} satisfies Handlers<keyof typeof operations>
