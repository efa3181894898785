// Silos: isolated tenants, which operators create. system/silo-delete.ts deletes them.
import type { silo as operations } from '#contract/silo.ts'
import { atLeast } from '../frame/authz.ts'
import { checkCertificate, insertCertificate } from './certificate.ts'
import { actorOf, type Ctx, type Handlers } from '../frame/context.ts'
import { forbidden, invalidRequest } from '../frame/errors.ts'
import { assertFleet } from '../frame/fleet.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { page } from '../frame/page.ts'
import { findSilo } from '../frame/find-silo.ts'

/** Limits the work of a request: every certificate is parsed and its key tested. */
const MAX_CERTIFICATES = 16

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
} satisfies Handlers<Exclude<keyof typeof operations, 'silo_delete'>>

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
