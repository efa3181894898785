// The source addresses of a gateway's traffic: IP pools, or one address of its own.
import type { internetGateway as operations } from '#contract/internet-gateway.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { invalidRequest } from '../frame/errors.ts'
import { newIdentity, uniquely } from '../frame/identity.ts'
import { findInternetGateway, routesTo, type internetGateway } from './internet-gateway.ts'
import { findLinkedPool } from './ip-pool.ts'
import { makeFinder } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { touchVpc, touchVpcOfGateway } from './desired/touch-vpc.ts'

const parent = { column: 'internet_gateway_id', finder: findInternetGateway }
const alone = (param: string) => ({
  param,
  parent,
  idWith: `when providing ${param} as an ID gateway, subnet, vpc, and project should not be specified`,
  nameWithout: `${param} should either be an ID or gateway should be specified`,
})
const findPool = makeFinder({
  table: 'internet_gateway_ip_pool',
  label: 'internet-gateway-ip-pool',
  ...alone('pool'),
})
const findAddress = makeFinder({
  table: 'internet_gateway_ip_address',
  label: 'internet-gateway-ip-address',
  ...alone('address'),
})

export const internetGatewayLinks = {
  async internet_gateway_ip_pool_list(ctx, { query }) {
    const { gateway: selector, vpc, project } = query
    const gateway = await findInternetGateway(ctx, { gateway: selector, vpc, project }, 'list_children')
    const pools = ctx.db.selectFrom('internet_gateway_ip_pool').selectAll()
    return page(query, pools.where('internet_gateway_id', '=', gateway.id), 'internet_gateway_ip_pool')
  },

  async internet_gateway_ip_pool_create(ctx, { query, body }) {
    const gateway = await findInternetGateway(ctx, query, 'create_child')
    const pool = await findLinkedPool(ctx, body.ip_pool)
    const row = { ...newIdentity(ctx, body), internet_gateway_id: gateway.id, ip_pool_id: pool.id }
    const insert = ctx.db.insertInto('internet_gateway_ip_pool').values(row).returningAll()
    const link = await uniquely('internet-gateway-ip-pool', body.name, insert.executeTakeFirstOrThrow())
    await touchVpc(ctx, gateway.vpc_id)
    return ctx.subject(link, gateway)
  },

  async internet_gateway_ip_pool_delete(ctx, { path, query: { cascade, ...query } }) {
    const row = ctx.subject(await findPool(ctx, { ...path, ...query }, 'modify'))
    if (!cascade) await assertUnused(ctx, row, 'IP pool', { ip_pool_id: row.ip_pool_id })
    await ctx.db.deleteFrom('internet_gateway_ip_pool').where('id', '=', row.id).execute()
    await touchVpcOfGateway(ctx, row.internet_gateway_id)
  },

  async internet_gateway_ip_address_list(ctx, { query }) {
    const { gateway: selector, vpc, project } = query
    const gateway = await findInternetGateway(ctx, { gateway: selector, vpc, project }, 'list_children')
    const addresses = ctx.db.selectFrom('internet_gateway_ip_address').selectAll()
    return page(query, addresses.where('internet_gateway_id', '=', gateway.id), 'internet_gateway_ip_address')
  },

  async internet_gateway_ip_address_create(ctx, { query, body }) {
    const gateway = await findInternetGateway(ctx, query, 'create_child')
    const row = { ...newIdentity(ctx, body), internet_gateway_id: gateway.id, address: body.address }
    const insert = ctx.db.insertInto('internet_gateway_ip_address').values(row).returningAll()
    const link = await uniquely('internet-gateway-ip-address', body.name, insert.executeTakeFirstOrThrow())
    await touchVpc(ctx, gateway.vpc_id)
    return ctx.subject(link, gateway)
  },

  async internet_gateway_ip_address_delete(ctx, { path, query: { cascade, ...query } }) {
    const row = ctx.subject(await findAddress(ctx, { ...path, ...query }, 'modify'))
    if (!cascade) await assertUnused(ctx, row, 'IP address', { ip: row.address })
    await ctx.db.deleteFrom('internet_gateway_ip_address').where('id', '=', row.id).execute()
    await touchVpcOfGateway(ctx, row.internet_gateway_id)
  },
} satisfies Handlers<Exclude<keyof typeof operations, keyof typeof internetGateway>>

/** In use means: a route leads to the gateway, and an instance of the VPC has an external address the link covers. */
async function assertUnused(
  ctx: Ctx,
  link: { internet_gateway_id: string },
  words: string,
  meant: { ip_pool_id: string } | { ip: string },
): Promise<void> {
  const gateway = await ctx.db
    .selectFrom('internet_gateway')
    .selectAll()
    .where('id', '=', link.internet_gateway_id)
    .executeTakeFirstOrThrow()
  if ((await routesTo(ctx, gateway)).length === 0) return
  for (const table of ['external_ip', 'floating_ip'] as const) {
    const user = ctx.db
      .selectFrom(table as 'external_ip')
      .innerJoin('network_interface', 'network_interface.instance_id', `${table as 'external_ip'}.instance_id`)
      .select('network_interface.id')
      .where('network_interface.vpc_id', '=', gateway.vpc_id)
      .where((is) =>
        'ip' in meant
          ? is(`${table as 'external_ip'}.ip`, '=', meant.ip)
          : is(`${table as 'external_ip'}.ip_pool_id`, '=', meant.ip_pool_id),
      )
      .limit(1)
    if (await user.executeTakeFirst())
      throw invalidRequest(`VPC routes dependent on this ${words}. To detach it anyway, set the cascade option`)
  }
}
