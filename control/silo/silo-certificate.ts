// The TLS certificates of any silo, for its admins and for operators. Certificates are public, so every operator can list them;
// keys are never returned. Only administrators of the silo can add and delete them.
import type { siloCertificate as operations } from '#contract/silo-certificate.ts'
import { atLeast, mayAdministerSilo } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { forbidden, isUuid, notFound } from '../frame/errors.ts'
import { page } from '../frame/page.ts'
import { checkCertificate, insertCertificate } from './certificate.ts'
import { findSilo, siloSubject, type SiloRow } from '../frame/find-silo.ts'

export const siloCertificate = {
  async silo_certificate_list(ctx, { path, query }) {
    const silo = await findSilo(ctx, path.silo, 'read')
    const actor = actorOf(ctx)
    if (!mayAdministerSilo(actor, silo.id) && !atLeast(actor.fleet, 'viewer')) throw forbidden()
    return page(query, ctx.db.selectFrom('certificate').selectAll().where('silo_id', '=', silo.id), 'certificate')
  },

  silo_certificate_create: {
    async outside(ctx, { path, body }) {
      const silo = await administered(ctx, path.silo)
      await checkCertificate(ctx, silo.name, body)
      return ctx.write(async (inside) => {
        const { id } = await administered(inside, silo.id)
        return inside.subject(await insertCertificate(inside, id, body), { silo_id: id })
      })
    },
  },

  async silo_certificate_delete(ctx, { path }) {
    const silo = await administered(ctx, path.silo)
    const row = await ctx.db
      .selectFrom('certificate')
      .select(['id', 'name'])
      .where('silo_id', '=', silo.id)
      .where(isUuid(path.certificate) ? 'id' : 'name', '=', path.certificate)
      .executeTakeFirst()
    if (!row) throw notFound('certificate', path.certificate)
    ctx.subject(row, { silo_id: silo.id })
    await ctx.db.deleteFrom('certificate').where('id', '=', row.id).execute()
  },
} satisfies Handlers<keyof typeof operations>

async function administered(ctx: Ctx, selector: string): Promise<SiloRow> {
  const silo = await findSilo(ctx, selector, 'read')
  if (!mayAdministerSilo(actorOf(ctx), silo.id)) throw forbidden(siloSubject(silo))
  return silo
}
