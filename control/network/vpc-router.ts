// Routers: the route tables of a VPC. Users create custom ones; the system router is created and deleted with its VPC.
import type { vpcRouter as operations } from '#contract/vpc-router.ts'
import type { Handlers } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { newIdentity, uniquely, updateIdentity } from '../frame/identity.ts'
import { makeFinder } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { findVpc } from './vpc.ts'
import { touchVpc } from './desired/touch-vpc.ts'

export const findVpcRouter = makeFinder({
  table: 'vpc_router',
  label: 'vpc-router',
  param: 'router',
  parent: { column: 'vpc_id', finder: findVpc },
  idWith: 'when providing router as an ID vpc and project should not be specified',
  nameWithout: 'router should either be an ID or vpc should be specified',
})

export const vpcRouter = {
  async vpc_router_list(ctx, { query }) {
    const vpc = await findVpc(ctx, { vpc: query.vpc, project: query.project }, 'list_children')
    return page(query, ctx.db.selectFrom('vpc_router').selectAll().where('vpc_id', '=', vpc.id), 'vpc_router')
  },

  async vpc_router_create(ctx, { query, body }) {
    const vpc = await findVpc(ctx, query, 'create_child')
    const row = { ...newIdentity(ctx, body), vpc_id: vpc.id, kind: 'custom' as const }
    const insert = ctx.db.insertInto('vpc_router').values(row).returningAll()
    await touchVpc(ctx, vpc.id)
    return ctx.subject(await uniquely('vpc-router', body.name, insert.executeTakeFirstOrThrow()), vpc)
  },

  async vpc_router_view(ctx, { path, query }) {
    return findVpcRouter(ctx, { ...path, ...query }, 'read')
  },

  async vpc_router_update(ctx, { path, query, body }) {
    const row = ctx.subject(await findVpcRouter(ctx, { ...path, ...query }, 'modify'))
    await touchVpc(ctx, row.vpc_id)
    return updateIdentity(ctx, 'vpc_router', 'vpc-router', row, body)
  },

  /** Its routes are deleted with it, and its subnets fall back to the system router. */
  async vpc_router_delete(ctx, { path, query }) {
    const row = ctx.subject(await findVpcRouter(ctx, { ...path, ...query }, 'modify'))
    if (row.kind === 'system') throw invalidRequest('cannot delete system router')
    await ctx.db.deleteFrom('vpc_router').where('id', '=', row.id).execute()
    await touchVpc(ctx, row.vpc_id)
  },
} satisfies Handlers<keyof typeof operations>
