// Routes: where a router sends traffic for a destination. The control plane manages those of the system router.
import type { Input } from '#contract/api.ts'
import { addressOf, netOf } from '#contract/ip.ts'
import type { vpcRouterRoute as operations } from '#contract/vpc-router-route.ts'
import type { Handlers } from '../frame/context.ts'
import type { RowOf } from '../db/database.ts'
import { invalidRequest } from '../frame/errors.ts'
import { newIdentity, uniquely, updateIdentity } from '../frame/identity.ts'
import { makeFinder } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'
import { findVpcRouter } from './vpc-router.ts'
import { touchVpc, touchVpcOfRouter } from './desired/touch-vpc.ts'

type Route = RowOf<'vpc_router_route'>
type Change = Input<'vpc_router_route_update'>['body']

export const findVpcRouterRoute = makeFinder({
  table: 'vpc_router_route',
  label: 'router-route',
  param: 'route',
  parent: { column: 'vpc_router_id', finder: findVpcRouter },
  idWith: 'when providing route as an ID router, subnet, vpc, and project should not be specified',
  nameWithout: 'route should either be an ID or router should be specified',
})

export const vpcRouterRoute = {
  async vpc_router_route_list(ctx, { query }) {
    const { router: selector, vpc, project } = query
    const router = await findVpcRouter(ctx, { router: selector, vpc, project }, 'list_children')
    const routes = ctx.db.selectFrom('vpc_router_route').selectAll().where('vpc_router_id', '=', router.id)
    return page(query, routes, 'vpc_router_route')
  },

  async vpc_router_route_create(ctx, { query, body }) {
    const router = await findVpcRouter(ctx, query, 'create_child')
    if (router.kind === 'system') throw invalidRequest('user-provided routes cannot be added to a system router')
    const { destination, target } = checkPair(body)
    const row = { ...newIdentity(ctx, body), vpc_router_id: router.id, kind: 'custom' as const, destination, target }
    const insert = ctx.db.insertInto('vpc_router_route').values(row).returningAll()
    await touchVpc(ctx, router.vpc_id)
    return ctx.subject(await uniquely('router-route', body.name, insert.executeTakeFirstOrThrow()), router)
  },

  async vpc_router_route_view(ctx, { path, query }) {
    return findVpcRouterRoute(ctx, { ...path, ...query }, 'read')
  },

  async vpc_router_route_update(ctx, { path, query, body }) {
    const row = ctx.subject(await findVpcRouterRoute(ctx, { ...path, ...query }, 'modify'))
    assertChangeable(row, body)
    await touchVpcOfRouter(ctx, row.vpc_router_id)
    return updateIdentity(ctx, 'vpc_router_route', 'router-route', row, body, checkPair(body))
  },

  async vpc_router_route_delete(ctx, { path, query }) {
    const row = ctx.subject(await findVpcRouterRoute(ctx, { ...path, ...query }, 'modify'))
    if (row.kind !== 'custom') throw invalidRequest('DELETE not allowed on system routes')
    await ctx.db.deleteFrom('vpc_router_route').where('id', '=', row.id).execute()
    await touchVpcOfRouter(ctx, row.vpc_router_id)
  },
} satisfies Handlers<keyof typeof operations>

const kindWords = { vpc_subnet: 'VpcSubnet', vpc_peering: 'VpcPeering' }

function assertChangeable(row: Route, body: Change): void {
  if (row.kind === 'vpc_subnet' || row.kind === 'vpc_peering')
    throw invalidRequest(`routes of type ${kindWords[row.kind]} within the system router are not modifiable`)
  const named = (body.name ?? body.description ?? null) !== null
  const moved = body.destination.type !== row.destination.type || body.destination.value !== row.destination.value
  if (row.kind === 'default' && (named || moved))
    throw invalidRequest('the destination and metadata of a Default route cannot be changed')
}

/** Which targets and destinations go together. Named resources need not exist; the route is inert until they do. */
function checkPair({ destination, target }: Pick<Change, 'destination' | 'target'>) {
  if (destination.type === 'vpc' || target.type === 'vpc')
    throw invalidRequest('users cannot specify VPCs as a destination or target in Custom routes')
  if (target.type === 'subnet') throw invalidRequest('subnets cannot be used as a target in Custom routers')
  const [from, to] = [versionOf(destination), versionOf(target)]
  if (from && to && from !== to)
    throw invalidRequest('cannot mix explicit IPv4 and IPv6 addresses between destination and target')
  return { destination, target }
}

function versionOf(end: Change['destination'] | Change['target']): 4 | 6 | undefined {
  if (end.type === 'ip') return addressOf(end.value).version
  return end.type === 'ip_net' ? netOf(end.value).version : undefined
}
