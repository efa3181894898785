// Silos: isolated tenants, which operators create and delete.
import type { silo as operations } from '#contract/silo.ts'
import { atLeast, maySilo, type Action } from '../people/authz.ts'
import { checkCertificate, insertCertificate } from './certificate.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { forbidden, invalidRequest, isUuid, notFound } from '../frame/errors.ts'
import { isBuiltIn } from '#contract/built-in-silos.ts'
import { assertFleet } from '../system/fleet.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { page } from '../frame/page.ts'
import { requestRemoval } from '../storage/volume.ts'

/** Limits the work of a request: every certificate is parsed and its key tested. */
const MAX_CERTIFICATES = 16

export type SiloRow = RowOf<'silo'>

/** By name or id, among all silos. Members and fleet viewers can read it; everyone else gets 404. */
export async function findSilo(ctx: Ctx, selector: string, action: Action): Promise<SiloRow> {
  const actor = actorOf(ctx)
  const row = await ctx.db
    .selectFrom('silo')
    .selectAll()
    .where(isUuid(selector) ? 'id' : 'name', '=', selector)
    .executeTakeFirst()
  if (!row || !maySilo(actor, row.id, 'read')) throw notFound('silo', selector)
  if (!maySilo(actor, row.id, action)) throw forbidden(siloSubject(row))
  return row
}

/** As the subject of an event, a silo is in its own scope. */
export const siloSubject = ({ id, name }: SiloRow) => ({ id, name, silo_id: id, project_id: null })

export const silo = {
  async silo_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return page(query, ctx.db.selectFrom('silo').selectAll().where('discoverable', '=', true), 'silo')
  },

  silo_create: {
    async outside(ctx, { body }) {
      assertFleet(ctx, 'collaborator')
      // admins of a silo that maps fleet roles can appoint operators, so only a fleet admin can create one
      const maps = Object.values(body.mapped_fleet_roles).some((roles) => roles && roles.length > 0)
      if (maps && !atLeast(actorOf(ctx).fleet, 'admin')) throw forbidden()
      if (body.tls_certificates.length > MAX_CERTIFICATES)
        throw invalidRequest(`a silo can be created with at most ${MAX_CERTIFICATES} certificates`)
      for (const each of body.tls_certificates) await checkCertificate(ctx, body.name, each)

      return ctx.write(async (inside) => {
        const row = {
          ...newIdentity(inside, body),
          discoverable: body.discoverable,
          identity_mode: body.identity_mode,
          mapped_fleet_roles: body.mapped_fleet_roles,
        }
        await uniquely('silo', body.name, inside.db.insertInto('silo').values(row).execute())
        inside.subject(row, { silo_id: row.id })
        const { cpus, memory, storage } = body.quotas
        await inside.db.insertInto('silo_quota').values({ silo_id: row.id, cpus, memory, storage }).execute()
        await inside.db.insertInto('silo_usage').values({ silo_id: row.id, cpus: 0, memory: 0, storage: 0 }).execute()
        if (body.tls_certificates.length > MAX_CERTIFICATES)
          throw invalidRequest(`a silo can be created with at most ${MAX_CERTIFICATES} certificates`)
        for (const each of body.tls_certificates) await insertCertificate(inside, row.id, each)
        if (body.admin_group_name) await makeAdminGroup(inside, row.id, body.admin_group_name)
        return row
      })
    },
  },

  async silo_view(ctx, { path }) {
    return findSilo(ctx, path.silo, 'read')
  },

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
    await ctx.db.deleteFrom('silo').where('id', '=', id).execute()
  },
} satisfies Handlers<keyof typeof operations>

/** Without projects, only silo images are left. The storage loop frees their contents. */
async function dropImages(ctx: Ctx, silo_id: string): Promise<void> {
  const images = await ctx.db.deleteFrom('image').where('silo_id', '=', silo_id).returning('id').execute()
  for (const { id } of images) await requestRemoval(ctx, id)
  if (images.length > 0) ctx.poke('storage')
}

/** The identity provider determines the members, who administer the silo from their first login. */
async function makeAdminGroup(ctx: Ctx, silo_id: string, external_id: string): Promise<void> {
  const id = ctx.host.random.uuid()
  const times = { time_created: ctx.now, time_modified: ctx.now }
  await ctx.db
    .insertInto('silo_group')
    .values({ id, silo_id, external_id, ...times })
    .execute()
  await ctx.db
    .insertInto('role_assignment')
    .values({
      resource_type: 'silo',
      resource_id: silo_id,
      identity_type: 'silo_group',
      identity_id: id,
      role_name: 'admin',
    })
    .execute()
}
