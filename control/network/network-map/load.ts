// Reads a project's network, bounded: a project with thousands of instances gets a truncated map, not a slow server.
import type { Ctx } from '../../frame/context.ts'
import { gatewaysOf } from '../reachability/load.ts'

const MAX_VPCS = 50
const MAX_INSTANCES = 1000
const MAX_SUBNETS = 500
const MAX_ROUTERS = 200
const MAX_ROUTES = 1000
const MAX_GATEWAYS = 200
const MAX_RULES = 2000
const MAX_FLOATING_IPS = 1000

export async function loadMap(ctx: Ctx, projectId: string) {
  const cut = new Cut()
  const vpcs = await cut.to(MAX_VPCS, (limit) =>
    ctx.db
      .selectFrom('vpc')
      .select(['id', 'name'])
      .where('project_id', '=', projectId)
      .orderBy('name')
      .limit(limit)
      .execute(),
  )
  const instances = await cut.to(MAX_INSTANCES, (limit) =>
    ctx.db
      .selectFrom('instance')
      .select(['id', 'name', 'run_state'])
      .where('project_id', '=', projectId)
      .orderBy('name')
      .limit(limit)
      .execute(),
  )
  const floating = await cut.to(MAX_FLOATING_IPS, (limit) =>
    ctx.db
      .selectFrom('floating_ip')
      .select(['id', 'name', 'ip', 'instance_id'])
      .where('project_id', '=', projectId)
      .orderBy('name')
      .limit(limit)
      .execute(),
  )
  const network = await networkOf(ctx, cut, idsOf(vpcs))
  const subnetIds = idsOf(network.subnets)
  return {
    topology: { vpcs, instances, ...network, ...(await attachedTo(ctx, idsOf(instances), idsOf(vpcs))) },
    floating: floating.map((row) => ({ ...row, kind: 'floating' as const })),
    /** Subnets without a free address. */
    fullSubnets: await fullOf(ctx, subnetIds),
    /** Interfaces in each subnet. */
    counts: await countsOf(ctx, subnetIds),
    truncated: cut.happened,
  }
}

/** Reads one row more than allowed, to detect truncation. */
class Cut {
  happened = false

  async to<Row>(limit: number, read: (limit: number) => Promise<Row[]>): Promise<Row[]> {
    const rows = await read(limit + 1)
    if (rows.length > limit) this.happened = true
    return rows.slice(0, limit)
  }
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

async function networkOf(ctx: Ctx, cut: Cut, vpcIds: readonly string[]) {
  if (vpcIds.length === 0) return { subnets: [], routers: [], routes: [], gateways: [], rules: [] }
  const subnets = await cut.to(MAX_SUBNETS, (limit) =>
    ctx.db.selectFrom('vpc_subnet').selectAll().where('vpc_id', 'in', vpcIds).orderBy('name').limit(limit).execute(),
  )
  const routers = await cut.to(MAX_ROUTERS, (limit) =>
    ctx.db.selectFrom('vpc_router').selectAll().where('vpc_id', 'in', vpcIds).orderBy('name').limit(limit).execute(),
  )
  const routes = await cut.to(MAX_ROUTES, (limit) =>
    ctx.db
      .selectFrom('vpc_router_route')
      .selectAll()
      .where('vpc_router_id', 'in', idsOf(routers))
      .orderBy('name')
      .limit(limit)
      .execute(),
  )
  const rules = await cut.to(MAX_RULES, (limit) =>
    ctx.db
      .selectFrom('firewall_rule')
      .selectAll()
      .where('vpc_id', 'in', vpcIds)
      .where('status', '=', 'enabled')
      .orderBy('name')
      .limit(limit)
      .execute(),
  )
  const gateways = await cut.to(MAX_GATEWAYS, async () => [...(await gatewaysOf(ctx, vpcIds))])
  return { subnets, routers, routes, rules, gateways }
}

async function attachedTo(ctx: Ctx, instanceIds: readonly string[], vpcIds: readonly string[]) {
  if (instanceIds.length === 0) return { interfaces: [], external_ips: [] }
  const interfaces = await ctx.db
    .selectFrom('network_interface')
    .selectAll()
    .where('instance_id', 'in', instanceIds)
    .orderBy('name')
    .execute()
  const external = await ctx.db
    .selectFrom('external_ip')
    .select(['id', 'instance_id', 'ip', 'ip_pool_id'])
    .where('instance_id', 'in', instanceIds)
    .where('kind', '=', 'ephemeral')
    .execute()
  return {
    interfaces: interfaces.filter(({ vpc_id }) => vpcIds.includes(vpc_id)),
    external_ips: external.map((row) => ({ ...row, kind: 'ephemeral' as const, name: null })),
  }
}

/** A subnet with no gap has no free address. */
async function fullOf(ctx: Ctx, subnetIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (subnetIds.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('address_gap')
    .select('space_id')
    .distinct()
    .where('space_id', 'in', subnetIds)
    .execute()
  const free = new Set(rows.map(({ space_id }) => space_id))
  return new Set(subnetIds.filter((id) => !free.has(id)))
}

async function countsOf(ctx: Ctx, subnetIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (subnetIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('network_interface')
    .select(({ fn }) => ['subnet_id', fn.countAll<number>().as('count')])
    .where('subnet_id', 'in', subnetIds)
    .groupBy('subnet_id')
    .execute()
  return new Map(rows.map(({ subnet_id, count }) => [subnet_id, Number(count)]))
}
