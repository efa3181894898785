// Internet gateways, which connect a VPC to the outside. internet-gateway-links.ts has their pools and addresses.
import type { Ctx, Handlers } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { invalidRequest } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { makeFinder } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { findVpc } from './vpc.ts'
import { touchVpc } from './desired/touch-vpc.ts'

export const findInternetGateway = makeFinder({
  table: 'internet_gateway',
  label: 'internet-gateway',
  param: 'gateway',
  parent: { column: 'vpc_id', finder: findVpc },
  idWith: 'when providing gateway as an ID vpc and project should not be specified',
  nameWithout: 'gateway should either be an ID or vpc should be specified',
})

export const internetGateway = {
  async internet_gateway_list(ctx, { query }) {
    const vpc = await findVpc(ctx, { vpc: query.vpc, project: query.project }, 'list_children')
    const gateways = ctx.db.selectFrom('internet_gateway').selectAll().where('vpc_id', '=', vpc.id)
    return page(query, gateways, 'internet_gateway')
  },

  async internet_gateway_create(ctx, { query, body }) {
    const vpc = await findVpc(ctx, query, 'create_child')
    const row = { ...newIdentity(ctx, body), vpc_id: vpc.id }
    const insert = ctx.db.insertInto('internet_gateway').values(row).returningAll()
    await touchVpc(ctx, vpc.id)
    return ctx.subject(await uniquely('internet-gateway', body.name, insert.executeTakeFirstOrThrow()), vpc)
  },

  async internet_gateway_view(ctx, { path, query }) {
    return findInternetGateway(ctx, { ...path, ...query }, 'read')
  },

  async internet_gateway_delete(ctx, { path, query: { cascade, ...query } }) {
    const row = ctx.subject(await findInternetGateway(ctx, { ...path, ...query }, 'modify'))
    if (cascade) await deleteRoutes(ctx, row)
    else await assertUnlinked(ctx, row)
    await ctx.db.deleteFrom('internet_gateway').where('id', '=', row.id).execute()
    await touchVpc(ctx, row.vpc_id)
  },
} satisfies Handlers<
  'internet_gateway_list' | 'internet_gateway_create' | 'internet_gateway_view' | 'internet_gateway_delete'
>

const links = [
  { table: 'internet_gateway_ip_pool', words: 'Ip pools' },
  { table: 'internet_gateway_ip_address', words: 'Ip addresses' },
] as const

async function assertUnlinked(ctx: Ctx, gateway: { id: string }): Promise<void> {
  for (const { table, words } of links) {
    const link = ctx.db.selectFrom(table).select('id').where('internet_gateway_id', '=', gateway.id).limit(1)
    if (await link.executeTakeFirst())
      throw invalidRequest(
        `${words} referencing this gateway exist. To delete them and the routes to it along with it, set the cascade option`,
      )
  }
}

/** Routes of this VPC that name this gateway. */
export async function routesTo(ctx: Ctx, gateway: RowOf<'internet_gateway'>): Promise<string[]> {
  const routes = await ctx.db
    .selectFrom('vpc_router_route')
    .innerJoin('vpc_router', 'vpc_router.id', 'vpc_router_route.vpc_router_id')
    .where('vpc_router.vpc_id', '=', gateway.vpc_id)
    .select(['vpc_router_route.id', 'vpc_router_route.target'])
    .execute()
  return routes
    .filter(({ target }) => target.type === 'internet_gateway' && target.value === gateway.name)
    .map((route) => route.id)
}

async function deleteRoutes(ctx: Ctx, gateway: RowOf<'internet_gateway'>): Promise<void> {
  const ids = await routesTo(ctx, gateway)
  // one by one, because a router can have more routes than a statement can have parameters
  for (const id of ids) await ctx.db.deleteFrom('vpc_router_route').where('id', '=', id).execute()
}
