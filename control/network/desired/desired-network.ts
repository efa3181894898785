// The network of a VPC as it should be, from the tables: every name resolved, in an order that depends on nothing but the ids.
import { formatNet } from '#contract/ip.ts'
import type { Named, NetworkHop, NetworkRule, NetworkSelector, VpcNetwork } from '#drivers/network.ts'
import type { Database, Queries } from '../../db/database.ts'
import { resolveSelector, type Names } from '../reachability/firewall.ts'
import { gatewaysOf } from '../reachability/load.ts'
import { hopOf, netsOf, type Hop, type Places } from '../reachability/routes.ts'
import type { RuleNode } from '../reachability/topology.ts'
import { gatewayIp } from '../vpc-subnet-blocks.ts'
import { externalNetworksOf } from './desired-external.ts'
import { addressesOf, machinesOf } from './desired-machines.ts'

/** What fits into frames of 1500 bytes between hosts, after the header of a tunnel (Geneve over IPv4). */
export const VPC_MTU = 1442

/** Undefined if the VPC does not exist. */
export async function desiredNetwork(db: Database, vpcId: string): Promise<VpcNetwork | undefined> {
  const found = await read(db.read, vpcId)
  // every change raises the generation, so the reads belong together if it is still the same; else a snapshot, which costs more
  const now = await db.read.selectFrom('vpc_network').select('wanted').where('vpc_id', '=', vpcId).executeTakeFirst()
  if (!found || now?.wanted === found.generation) return found
  return db.snapshot((view) => read(view, vpcId))
}

async function read(db: Queries, vpcId: string): Promise<VpcNetwork | undefined> {
  const vpc = await db
    .selectFrom('vpc')
    .innerJoin('vpc_network', 'vpc_network.vpc_id', 'vpc.id')
    .select(['vpc.id', 'vpc.name', 'vpc.dns_name', 'vpc.ipv6_prefix', 'vpc.vni', 'vpc_network.wanted'])
    .where('vpc.id', '=', vpcId)
    .executeTakeFirst()
  if (!vpc) return undefined
  const { wanted, ...named } = vpc
  const { machines, interfaces } = await machinesOf(db, vpcId)
  const instances = machines.filter(({ kind }) => kind === 'instance')
  const subnets = await db
    .selectFrom('vpc_subnet')
    .select(['id', 'name', 'vpc_id', 'ipv4_block', 'ipv6_block', 'custom_router_id'])
    .where('vpc_id', '=', vpcId)
    .execute()
  const routers = await db
    .selectFrom('vpc_router')
    .select(['id', 'name', 'vpc_id', 'kind'])
    .where('vpc_id', '=', vpcId)
    .execute()
  const gateways = await gatewaysOf({ db }, [vpcId])
  const addresses = await addressesOf(db, vpcId)
  const pools = new Set([...addresses.map((each) => each.ip_pool_id), ...gateways.flatMap((each) => each.pool_ids)])
  const places = { subnets, gateways, instances, interfaces }
  return {
    ...named,
    generation: wanted,
    mtu: VPC_MTU,
    subnets: sorted(subnets.map((subnet) => ({ ...subnet, gateway_ip: gatewayIp(subnet.ipv4_block) }))),
    routers: sorted(routers),
    routes: sorted(await routesOf(db, vpcId, places)),
    gateways: sorted(gateways.map((gateway) => ({ ...gateway, pool_ids: [...gateway.pool_ids].sort() }))),
    rules: sorted(await rulesOf(db, vpcId, namesIn(vpc, subnets, instances))),
    machines: sorted(machines),
    interfaces: sorted(interfaces),
    external_ips: addresses,
    external_networks: await externalNetworksOf(db, pools),
  }
}

/** A VPC can have a thousand rules with hundreds of names each, so they are looked up, not searched for. */
function namesIn(vpc: Named, subnets: readonly Named[], instances: readonly Named[]): Names {
  const [subnetIds, instanceIds] = [subnets, instances].map((list) => new Map(list.map(({ name, id }) => [name, id])))
  return {
    isVpc: (name) => name === vpc.name,
    subnetId: (name) => subnetIds!.get(name),
    instanceId: (name) => instanceIds!.get(name),
  }
}

async function routesOf(db: Queries, vpcId: string, places: Places) {
  const rows = await db
    .selectFrom('vpc_router_route')
    .innerJoin('vpc_router', 'vpc_router.id', 'vpc_router_route.vpc_router_id')
    .selectAll('vpc_router_route')
    .where('vpc_router.vpc_id', '=', vpcId)
    .execute()
  return rows.flatMap((route) => {
    const prefixes = netsOf(places, vpcId, route.destination).map(formatNet)
    const hop = hopOf(places, vpcId, route)
    const { id, name, vpc_router_id } = route
    return prefixes.length > 0 && hop ? [{ id, name, vpc_router_id, prefixes, hop: shownHop(hop) }] : []
  })
}

function shownHop(hop: Hop): NetworkHop {
  if (hop.type === 'interface') return { type: hop.type, interface_id: hop.interface.id }
  return hop.type === 'gateway' ? { type: hop.type, gateway_id: hop.gateway.id } : hop
}

async function rulesOf(db: Queries, vpcId: string, names: Names): Promise<NetworkRule[]> {
  const rows = await db
    .selectFrom('firewall_rule')
    .select(['id', 'name', 'direction', 'action', 'priority', 'targets', 'filters'])
    .where('vpc_id', '=', vpcId)
    .where('status', '=', 'enabled')
    .execute()
  const resolved = (list: RuleNode['targets']): NetworkSelector[] =>
    list.flatMap((selector) => resolveSelector(names, selector) ?? [])
  return rows.map(({ targets, filters, ...rule }) => ({
    ...rule,
    targets: resolved(targets),
    hosts: anyIfEmpty(filters.hosts) && resolved(filters.hosts!),
    ports: anyIfEmpty(filters.ports),
    protocols: anyIfEmpty(filters.protocols),
  }))
}

/** A filter that is absent or empty restricts nothing. */
const anyIfEmpty = <T>(list: readonly T[] | null | undefined) => (list && list.length > 0 ? list : null)

const sorted = <T extends Named>(list: readonly T[]): T[] => [...list].sort((a, b) => (a.id < b.id ? -1 : 1))
