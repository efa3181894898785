// Finds problems in a network and describes them. Pure. Lookups are indexed: a VPC can have a thousand rules with 256 targets each.
import type { Answer } from '#contract/api.ts'
import { addressOf, bounds, netOf, only, type Range } from '#contract/ip.ts'
import type { SubnetNode } from '#drivers/network.ts'
import type { RouteNode, RuleNode, Topology } from '../reachability/topology.ts'

type Problem = Answer<'network_map_view'>['problems'][number]
type Target = RuleNode['targets'][number]

interface Network {
  topology: Topology
  subnets: readonly (SubnetNode & { interface_count: number; exit: object | null })[]
  floating: readonly { id: string; name: string; ip: string; instance_id: string | null }[]
  fullSubnets: ReadonlySet<string>
  /** Rows were left out, so nothing can be reported as missing. */
  truncated: boolean
}

const MAX_PROBLEMS = 200

export function problemsOf(network: Network): Problem[] {
  const { topology, truncated } = network
  const vpcName = new Map(topology.vpcs.map(({ id, name }) => [id, name]))
  const found = [
    ...subnetProblems(network, vpcName),
    ...gatewayProblems(topology, vpcName),
    ...(truncated ? [] : routeProblems(topology, vpcName)),
    ...(truncated ? [] : ruleProblems(topology, vpcName)),
    ...floatingIpProblems(network),
    ...interfaceProblems(topology),
  ]
  return found.slice(0, MAX_PROBLEMS)
}

type Names = ReadonlyMap<string, string>

function subnetProblems({ subnets, fullSubnets, truncated }: Network, vpcName: Names): Problem[] {
  return subnets.flatMap(({ id, name, vpc_id, interface_count, exit }) => {
    const about = { subject: { type: 'subnet' as const, name, vpc: vpcName.get(vpc_id) ?? null }, node_id: id }
    const text = `Subnet ${name} has no route to the internet.`
    const isCutOff = !exit && interface_count > 0 && !truncated
    return [
      ...(isCutOff ? [{ kind: 'no_route_out' as const, text, ...about }] : []),
      ...(fullSubnets.has(id)
        ? [{ kind: 'subnet_full' as const, text: `Subnet ${name} has no free address left.`, ...about }]
        : []),
    ]
  })
}

function gatewayProblems({ gateways }: Topology, vpcName: Names): Problem[] {
  return gateways
    .filter(({ pool_ids, addresses }) => pool_ids.length === 0 && addresses.length === 0)
    .map(({ id, name, vpc_id }) => ({
      kind: 'gateway_without_addresses',
      text: `Gateway ${name} has no IP pool and no address, so nothing can leave through it.`,
      subject: { type: 'gateway', name, vpc: vpcName.get(vpc_id) ?? null },
      node_id: id,
    }))
}

const TARGET_WORDS = { ip: 'address', vpc: 'VPC', subnet: 'subnet', instance: 'instance', internet_gateway: 'gateway' }

/** Routes whose target does not exist, or is not in the VPC. They are inert. */
function routeProblems(topology: Topology, vpcName: Names): Problem[] {
  const known = new Set([
    ...topology.gateways.map(({ vpc_id, name }) => `${vpc_id} internet_gateway ${name}`),
    ...topology.subnets.map(({ vpc_id, name }) => `${vpc_id} subnet ${name}`),
    ...topology.interfaces.map(({ vpc_id, ip }) => `${vpc_id} ip ${ip}`),
    ...namedInterfaces(topology).map(({ vpc_id, instance }) => `${vpc_id} instance ${instance}`),
  ])
  const routers = new Map(topology.routers.map((router) => [router.id, router]))
  const isInert = ({ target }: RouteNode, vpcId: string) =>
    target.type !== 'drop' && target.type !== 'vpc' && !known.has(`${vpcId} ${target.type} ${target.value}`)
  return topology.routes.flatMap((route) => {
    const { name, target } = route
    const router = routers.get(route.vpc_router_id)
    if (!router || target.type === 'drop' || !isInert(route, router.vpc_id)) return []
    return {
      kind: 'route_to_nothing' as const,
      text: `Route ${name} of router ${router.name} leads to ${TARGET_WORDS[target.type]} ${target.value}, which is not in this VPC.`,
      subject: { type: 'router' as const, name: router.name, vpc: vpcName.get(router.vpc_id) ?? null },
      node_id: router.id,
    }
  })
}

/** Enabled rules that apply to no interface. A rule for the whole VPC is fine before the first instance exists. */
function ruleProblems(topology: Topology, vpcName: Names): Problem[] {
  const subnets = new Map(topology.subnets.map(({ id, name }) => [id, name]))
  const hit = new Set([
    ...topology.interfaces.map(({ vpc_id, subnet_id }) => `${vpc_id} subnet ${subnets.get(subnet_id)}`),
    ...namedInterfaces(topology).map(({ vpc_id, instance }) => `${vpc_id} instance ${instance}`),
  ])
  const addresses = new Map(topology.vpcs.map(({ id }) => [id, sortedAddresses(topology, id)]))
  const hits = (vpcId: string, target: Target) => {
    if (target.type === 'vpc') return target.value === vpcName.get(vpcId)
    if (target.type === 'ip') return hasIn(addresses.get(vpcId) ?? [], only(addressOf(target.value)))
    if (target.type === 'ip_net') return hasIn(addresses.get(vpcId) ?? [], bounds(netOf(target.value)))
    return hit.has(`${vpcId} ${target.type} ${target.value}`)
  }
  return topology.rules
    .filter(({ status, vpc_id, targets }) => status === 'enabled' && !targets.some((target) => hits(vpc_id, target)))
    .map(({ name, vpc_id, targets }) => ({
      kind: 'rule_without_target',
      text: `Firewall rule ${name} targets nothing: ${whyNothing(targets)}.`,
      subject: { type: 'firewall_rule', name, vpc: vpcName.get(vpc_id) ?? null },
      node_id: vpc_id,
    }))
}

/** A rule of a VPC can name only that VPC, so another name is from before a rename. */
const whyNothing = (targets: readonly Target[]) =>
  targets.some(({ type }) => type === 'vpc') ? 'it names the VPC by its old name' : 'no instance matches it'

function namedInterfaces({ instances, interfaces }: Topology) {
  const names = new Map(instances.map(({ id, name }) => [id, name]))
  return interfaces.map(({ vpc_id, instance_id }) => ({ vpc_id, instance: names.get(instance_id) }))
}

/** Interfaces have IPv4 addresses. */
const sortedAddresses = ({ interfaces }: Topology, vpcId: string): bigint[] =>
  interfaces
    .filter(({ vpc_id }) => vpc_id === vpcId)
    .map(({ ip }) => addressOf(ip).value)
    .sort((a, b) => (a < b ? -1 : 1))

function hasIn(sorted: readonly bigint[], { version, first, last }: Range): boolean {
  if (version !== 4) return false
  let low = 0
  for (let high = sorted.length; low < high;) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < first) low = middle + 1
    else high = middle
  }
  return low < sorted.length && sorted[low]! <= last
}

const floatingIpProblems = ({ floating }: Network): Problem[] =>
  floating
    .filter(({ instance_id }) => instance_id === null)
    .map(({ id, name, ip }) => ({
      kind: 'floating_ip_unattached',
      text: `Floating IP ${name} (${ip}) is not attached to an instance.`,
      subject: { type: 'floating_ip', name, vpc: null },
      node_id: id,
    }))

function interfaceProblems({ instances, interfaces }: Topology): Problem[] {
  const connected = new Set(interfaces.map(({ instance_id }) => instance_id))
  return instances
    .filter(({ id }) => !connected.has(id))
    .map(({ id, name }) => ({
      kind: 'no_interface',
      text: `Instance ${name} has no network interface.`,
      subject: { type: 'instance', name, vpc: null },
      node_id: id,
    }))
}
