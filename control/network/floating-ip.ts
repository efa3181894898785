// Floating IPs: external addresses with a name, which outlive the instance they point to.
import { canonicalIp } from '#contract/ip.ts'
import type { floatingIp as operations } from '#contract/floating-ip.ts'
import type { Handlers } from '../frame/context.ts'
import { invalidRequest, isUuid } from '../frame/errors.ts'
import { assertAttachable, assertBelowLimit, assertSettled, pointFloating } from './external-ip-attachment.ts'
import { newIdentity, uniquely, updateIdentity } from '../frame/identity.ts'
import { giveAddress, takeAddress } from './ip-pool-address.ts'
import { poolFor } from './ip-pool.ts'
import { findProject, makeFinder } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { findInstance } from '../frame/find-instance.ts'
import { touchVpcOfInstance } from './desired/touch-vpc.ts'

export const findFloatingIp = makeFinder({
  table: 'floating_ip',
  label: 'floating-ip',
  param: 'floating_ip',
  idWith: 'when providing Floating IP as an ID project should not be specified',
  nameWithout: 'Floating IP should either be UUID or project should be specified',
})

export const floatingIp = {
  async floating_ip_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    return page(query, ctx.db.selectFrom('floating_ip').selectAll().where('project_id', '=', project.id), 'floating_ip')
  },

  async floating_ip_create(ctx, { query, body }) {
    const project = await findProject(ctx, query.project, 'create_child')
    const pool = await poolFor(ctx, project.silo_id, body.pool)
    const taken = await takeAddress(ctx, pool.id, body.ip && canonicalIp(body.ip))
    const place = { project_id: project.id, silo_id: project.silo_id, ip_pool_id: pool.id }
    const row = { ...newIdentity(ctx, body), ...place, ...taken, instance_id: null }
    const insert = ctx.db.insertInto('floating_ip').values(row).returningAll()
    return ctx.subject(await uniquely('floating-ip', body.name, insert.executeTakeFirstOrThrow()))
  },

  async floating_ip_view(ctx, { path, query }) {
    return findFloatingIp(ctx, { ...path, ...query }, 'read')
  },

  async floating_ip_update(ctx, { path, query, body }) {
    const row = ctx.subject(await findFloatingIp(ctx, { ...path, ...query }, 'modify'))
    if (row.instance_id) await touchVpcOfInstance(ctx, row.instance_id)
    return updateIdentity(ctx, 'floating_ip', 'floating-ip', row, body)
  },

  async floating_ip_delete(ctx, { path, query }) {
    const row = ctx.subject(await findFloatingIp(ctx, { ...path, ...query }, 'modify'))
    if (row.instance_id) throw invalidRequest('Floating IP cannot be deleted while attached to an instance')
    await ctx.db.deleteFrom('floating_ip').where('id', '=', row.id).execute()
    await giveAddress(ctx, row)
  },

  async floating_ip_attach(ctx, { path, query, body: { parent } }) {
    const row = ctx.subject(await findFloatingIp(ctx, { ...path, ...query }, 'modify'))
    const selector = isUuid(parent) ? { instance: parent } : { instance: parent, project: row.project_id }
    const instance = await findInstance(ctx, selector, 'modify')
    if (row.instance_id === instance.id) return row
    assertAttachable(instance, row)
    assertSettled(instance)
    await assertBelowLimit(ctx, instance)
    return pointFloating(ctx, row, instance.id)
  },

  async floating_ip_detach(ctx, { path, query }) {
    const row = ctx.subject(await findFloatingIp(ctx, { ...path, ...query }, 'modify'))
    if (!row.instance_id) return row
    const instance = await ctx.db
      .selectFrom('instance')
      .select('run_state')
      .where('id', '=', row.instance_id)
      .executeTakeFirstOrThrow()
    assertSettled(instance)
    return pointFloating(ctx, row, null)
  },
} satisfies Handlers<keyof typeof operations>
