// What a node can talk to by the routes of its VPC, for the highlight. Firewall rules are left to the reachability check. Pure.
import { countOf, groupId, INTERNET_ID } from './map-nodes.ts'
import type { NetworkMap } from './network-map-queries.ts'

type Subnet = NetworkMap['subnets'][number]

export interface Reach {
  ids: ReadonlySet<string>
  text: string
}

/** Undefined for an id that is not on the map. */
export function reachOf(map: NetworkMap, id: string): Reach | undefined {
  const subnetOf = (wanted: string) => map.subnets.find((subnet) => subnet.id === wanted)
  const instance = map.instances.find((one) => one.id === id)
  if (instance) {
    const own = map.interfaces.filter(({ instanceId }) => instanceId === id).map(({ subnetId }) => subnetId)
    const ips = map.externalIps.filter(({ instanceId }) => instanceId === id).map((ip) => ip.id)
    const from = own.flatMap((subnetId) => subnetOf(subnetId) ?? [])
    return fromSubnets(map, instance.name, from, [id, ...ips])
  }
  const subnet = subnetOf(id) ?? map.subnets.find((one) => groupId(one.id) === id)
  if (subnet) return fromSubnets(map, `subnet ${subnet.name}`, [subnet], [id])
  const ip = map.externalIps.find((one) => one.id === id)
  if (ip) return ofExternalIp(map, ip)
  const vpc = map.vpcs.find((one) => one.id === id)
  if (vpc) {
    const inside = map.subnets.filter(({ vpcId }) => vpcId === id)
    return fromSubnets(map, `VPC ${vpc.name}`, inside, [id])
  }
  const gateway = map.gateways.find((one) => one.id === id)
  if (gateway) {
    const served = map.subnets.filter(({ exit }) => exit?.id === id)
    return {
      ids: new Set([id, INTERNET_ID, ...served.flatMap((one) => contents(map, one))]),
      text: `${countOf(served.length, 'subnet')} can reach the internet through gateway ${gateway.name}.`,
    }
  }
  const router = map.routers.find((one) => one.id === id)
  if (!router) return undefined
  const using = map.subnets.filter(
    ({ vpcId, customRouterId }) => vpcId === router.vpcId && (router.kind === 'system' || customRouterId === id),
  )
  return {
    ids: new Set([id, ...using.flatMap((one) => [...contents(map, one), ...(one.exit ? [one.exit.id] : [])])]),
    text: `Router ${router.name} carries the traffic of ${countOf(using.length, 'subnet')}.`,
  }
}

function fromSubnets(map: NetworkMap, name: string, from: readonly Subnet[], own: readonly string[]): Reach {
  const reached = map.subnets.filter((to) => from.some((one) => leadsTo(map, one, to)))
  const exits = from.flatMap(({ exit }) => (exit ? [exit.id] : []))
  const gateways = map.gateways.filter(({ id }) => exits.includes(id))
  const routers = map.routers.filter(({ id, vpcId, kind }) =>
    from.some((one) => one.customRouterId === id || (one.vpcId === vpcId && kind === 'system')),
  )
  const out = gateways.map((gateway) => gateway.name).join(' and ')
  const internet = out ? `and the internet through gateway ${out}` : 'but not the internet'
  return {
    ids: new Set([
      ...own,
      ...reached.flatMap((subnet) => contents(map, subnet)),
      ...[...gateways, ...routers].map(({ id }) => id),
      ...(gateways.length > 0 ? [INTERNET_ID] : []),
    ]),
    text:
      reached.length === 0
        ? `${name} is not connected to a network.`
        : `Routes lead from ${name} to ${countOf(reached.length, 'subnet')} ${internet}. Firewall rules still apply.`,
  }
}

function ofExternalIp(map: NetworkMap, { id, ip, instanceId }: NetworkMap['externalIps'][number]): Reach {
  const instance = map.instances.find((one) => one.id === instanceId)
  if (!instance) return { ids: new Set([id]), text: `${ip} is not attached to an instance.` }
  const subnets = map.interfaces
    .filter((nic) => nic.instanceId === instance.id)
    .map(({ subnetId }) => groupId(subnetId))
  return {
    ids: new Set([id, INTERNET_ID, instance.id, ...subnets]),
    text: `The internet reaches ${instance.name} at ${ip}. Firewall rules still apply.`,
  }
}

/** A subnet and the nodes drawn next to it. */
const contents = (map: NetworkMap, { id }: Subnet): string[] => [
  id,
  groupId(id),
  ...map.interfaces.filter(({ subnetId }) => subnetId === id).map(({ instanceId }) => instanceId),
]

/** Subnets of a VPC reach each other, unless the subnet's own router drops the traffic. */
function leadsTo(map: NetworkMap, from: Subnet, to: Subnet): boolean {
  if (from.vpcId !== to.vpcId) return false
  if (from.id === to.id || !from.customRouterId) return true
  return !map.routes.some(
    ({ vpcRouterId, target, destination }) =>
      vpcRouterId === from.customRouterId && target.type === 'drop' && covers(destination, to),
  )
}

/** A shorter prefix loses to the system router's own route for the subnet; a longer one drops only a part. */
const covers = ({ type, value }: NetworkMap['routes'][number]['destination'], { name, ipv4Block }: Subnet): boolean =>
  type === 'subnet' ? value === name : type === 'ip_net' && value === ipv4Block
