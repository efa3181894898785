// Reads the part of a project's network that a question needs: the VPCs of both ends and the instances that routes lead to.
import type { Ctx } from '../../frame/context.ts'
import type { Question, Topology } from './topology.ts'

export async function loadTopology(ctx: Ctx, projectId: string, question: Question): Promise<Topology> {
  const ends = [question.source, question.destination]
  const ids = ends.flatMap((end) => (end.type === 'instance' ? [end.id] : []))
  const outside = ends.flatMap((end) => (end.type === 'outside' && end.ip !== null ? [end.ip] : []))
  const holders = await holdersOf(ctx, projectId, outside)
  const vpcIds = await vpcsOf(ctx, [...ids, ...holders])
  if (vpcIds.length === 0) return { ...EMPTY, ...(await instancesOf(ctx, [...ids, ...holders])) }
  const network = await networkOf(ctx, vpcIds)
  const hops = network.routes.map(({ target }) => target)
  const ips = [...outside, ...hops.flatMap((hop) => (hop.type === 'ip' ? [hop.value] : []))]
  const names = hops.flatMap((hop) => (hop.type === 'instance' ? [hop.value] : []))
  const interfaces = await ctx.db
    .selectFrom('network_interface')
    .innerJoin('instance', 'instance.id', 'network_interface.instance_id')
    .selectAll('network_interface')
    .where('network_interface.vpc_id', 'in', vpcIds)
    .where((is) =>
      is.or([
        is('network_interface.instance_id', 'in', [...ids, ...holders]),
        ...(ips.length > 0 ? [is('network_interface.ip', 'in', ips)] : []),
        ...(names.length > 0 ? [is('instance.name', 'in', names)] : []),
      ]),
    )
    .execute()
  const instanceIds = [...new Set([...ids, ...holders, ...interfaces.map(({ instance_id }) => instance_id)])]
  return { ...network, interfaces, ...(await instancesOf(ctx, instanceIds)) }
}

const EMPTY = { vpcs: [], subnets: [], routers: [], routes: [], gateways: [], rules: [], interfaces: [] }

/** Instances of the project that hold one of these external addresses. */
async function holdersOf(ctx: Ctx, projectId: string, ips: readonly string[]): Promise<string[]> {
  if (ips.length === 0) return []
  const floating = ctx.db
    .selectFrom('floating_ip')
    .select('instance_id')
    .where('project_id', '=', projectId)
    .where('ip', 'in', ips)
    .where('instance_id', 'is not', null)
  const ephemeral = ctx.db
    .selectFrom('external_ip')
    .innerJoin('instance', 'instance.id', 'external_ip.instance_id')
    .select('external_ip.instance_id')
    .where('instance.project_id', '=', projectId)
    .where('external_ip.kind', '=', 'ephemeral')
    .where('external_ip.ip', 'in', ips)
  const rows = [...(await floating.execute()), ...(await ephemeral.execute())]
  return rows.flatMap(({ instance_id }) => (instance_id ? [instance_id] : []))
}

async function vpcsOf(ctx: Ctx, instanceIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('network_interface')
    .select('vpc_id')
    .distinct()
    .where('instance_id', 'in', instanceIds)
    .execute()
  return rows.map(({ vpc_id }) => vpc_id)
}

async function networkOf(ctx: Ctx, vpcIds: readonly string[]) {
  const vpcs = await ctx.db.selectFrom('vpc').select(['id', 'name']).where('id', 'in', vpcIds).execute()
  const subnets = await ctx.db.selectFrom('vpc_subnet').selectAll().where('vpc_id', 'in', vpcIds).execute()
  const routers = await ctx.db.selectFrom('vpc_router').selectAll().where('vpc_id', 'in', vpcIds).execute()
  const routerIds = routers.map(({ id }) => id)
  const routes = await ctx.db
    .selectFrom('vpc_router_route')
    .selectAll()
    .where('vpc_router_id', 'in', routerIds)
    .execute()
  const rules = await ctx.db.selectFrom('firewall_rule').selectAll().where('vpc_id', 'in', vpcIds).execute()
  return { vpcs, subnets, routers, routes, rules, gateways: await gatewaysOf(ctx, vpcIds) }
}

export async function gatewaysOf(ctx: Pick<Ctx, 'db'>, vpcIds: readonly string[]): Promise<Topology['gateways']> {
  const gateways = await ctx.db
    .selectFrom('internet_gateway')
    .select(['id', 'name', 'vpc_id'])
    .where('vpc_id', 'in', vpcIds)
    .orderBy('name')
    .execute()
  if (gateways.length === 0) return []
  const ids = gateways.map(({ id }) => id)
  const pools = await ctx.db
    .selectFrom('internet_gateway_ip_pool')
    .select(['internet_gateway_id', 'ip_pool_id'])
    .where('internet_gateway_id', 'in', ids)
    .execute()
  const addresses = await ctx.db
    .selectFrom('internet_gateway_ip_address')
    .select(['internet_gateway_id', 'address'])
    .where('internet_gateway_id', 'in', ids)
    .execute()
  return gateways.map((gateway) => ({
    ...gateway,
    pool_ids: pools.filter((link) => link.internet_gateway_id === gateway.id).map(({ ip_pool_id }) => ip_pool_id),
    addresses: addresses.filter((link) => link.internet_gateway_id === gateway.id).map(({ address }) => address),
  }))
}

async function instancesOf(ctx: Ctx, ids: readonly string[]): Promise<Pick<Topology, 'instances' | 'external_ips'>> {
  const instances = await ctx.db
    .selectFrom('instance')
    .select(['id', 'name', 'run_state'])
    .where('id', 'in', ids)
    .execute()
  const own = await ctx.db
    .selectFrom('external_ip')
    .select(['instance_id', 'kind', 'ip', 'ip_pool_id'])
    .where('instance_id', 'in', ids)
    .execute()
  const floating = await ctx.db
    .selectFrom('floating_ip')
    .select(['instance_id', 'name', 'ip', 'ip_pool_id'])
    .where('instance_id', 'in', ids)
    .execute()
  return {
    instances,
    external_ips: [
      ...own.map((row) => ({ ...row, name: null })),
      ...floating.map((row) => ({ ...row, instance_id: row.instance_id ?? '', kind: 'floating' as const })),
    ],
  }
}
