// Turns SAML identity providers off and on, the way back in when one is broken or compromised.
import type { samlProvider as operations } from '#contract/saml-provider.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { isUuid, notFound } from '../../frame/errors.ts'
import { page } from '../../frame/page.ts'
import { endAccessThrough } from '../access-end.ts'
import { assertMayConnect, findSiloWithProviders, SAML_LABEL } from './identity-provider.ts'

export const samlProvider = {
  async saml_provider_list(ctx, { path, query }) {
    const silo = await findSiloWithProviders(ctx, path.silo)
    return page(query, providersOf(ctx, silo.id), 'saml_identity_provider')
  },

  async saml_provider_update(ctx, { path, body: { is_enabled } }) {
    const { silo } = await assertMayConnect(ctx, path.silo)
    const row = await providersOf(ctx, silo.id)
      .where(isUuid(path.provider) ? 'id' : 'name', '=', path.provider)
      .executeTakeFirst()
    if (!row) throw notFound(SAML_LABEL, path.provider)
    ctx.subject(row, { silo_id: silo.id })
    const changes = { is_enabled, time_modified: ctx.now }
    await ctx.db.updateTable('saml_identity_provider').set(changes).where('id', '=', row.id).execute()
    if (!is_enabled) await endAccessThrough(ctx.db, 'saml_provider_id', row.id)
    return { ...row, ...changes }
  },
} satisfies Handlers<keyof typeof operations>

const providersOf = (ctx: Ctx, siloId: string) =>
  ctx.db.selectFrom('saml_identity_provider').selectAll().where('silo_id', '=', siloId)
