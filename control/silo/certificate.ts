// TLS certificates for a silo's endpoint. Keys are never returned.
import type { certificate as operations, CertificateCreate } from '#contract/certificate.ts'
import type { z } from 'zod'
import { mayAdministerSilo } from '../frame/authz.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { forbidden, isUuid, notFound } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { page } from '../frame/page.ts'
import { purposeOf } from '../frame/sealer.ts'

type Create = z.output<typeof CertificateCreate>

export async function checkCertificate(ctx: Ctx, siloName: string, body: Create): Promise<void> {
  // loaded on first use, because it would slow down every start and most servers never need it
  const { checkPair } = await import('./certificate-check.ts')
  const { suffix, clock } = ctx.host
  await checkPair(body, suffix === undefined ? undefined : `${siloName}.sys.${suffix}`, clock.now())
}

export async function insertCertificate(ctx: Ctx, silo_id: string, body: Create) {
  const { cert, key, service } = body
  const identity = newIdentity(ctx, body)
  const private_key = await ctx.host.sealer.seal(key, purposeOf('certificate.private_key', identity.id))
  const row = { ...identity, silo_id, cert, private_key, service }
  await uniquely('certificate', body.name, ctx.db.insertInto('certificate').values(row).execute())
  return row
}

export const certificate = {
  async certificate_list(ctx, { query }) {
    const silo_id = administered(ctx)
    return page(query, ctx.db.selectFrom('certificate').selectAll().where('silo_id', '=', silo_id), 'certificate')
  },

  certificate_create: {
    async outside(ctx, { body }) {
      const silo_id = administered(ctx)
      await checkCertificate(ctx, actorOf(ctx).silo_name, body)
      return ctx.write(async (inside) => inside.subject(await insertCertificate(inside, silo_id, body), { silo_id }))
    },
  },

  async certificate_view(ctx, { path }) {
    return findCertificate(ctx, path.certificate)
  },

  async certificate_delete(ctx, { path }) {
    const row = await findCertificate(ctx, path.certificate)
    const { id } = ctx.subject(row, { silo_id: row.silo_id })
    await ctx.db.deleteFrom('certificate').where('id', '=', id).execute()
  },
} satisfies Handlers<keyof typeof operations>

function administered(ctx: Ctx): string {
  const actor = actorOf(ctx)
  if (!mayAdministerSilo(actor, actor.silo_id)) throw forbidden()
  return actor.silo_id
}

/** In the caller's own silo. Callers who cannot administer it get 404. */
async function findCertificate(ctx: Ctx, selector: string) {
  const actor = actorOf(ctx)
  const row = await ctx.db
    .selectFrom('certificate')
    .selectAll()
    .where('silo_id', '=', actor.silo_id)
    .where(isUuid(selector) ? 'id' : 'name', '=', selector)
    .executeTakeFirst()
  if (!row || !mayAdministerSilo(actor, actor.silo_id)) throw notFound('certificate', selector)
  return row
}
