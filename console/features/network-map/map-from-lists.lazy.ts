// The network map built from the published list operations, for hosts without our own. Ephemeral IPs and most problems
// are missing: the API lists the former instance by instance.
import type { Data } from '#contract/client.ts'
import type { Query } from '../../api.ts'
import { first1000FloatingIps } from '../floating-ip/floating-ip-queries.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { first1000Gateways, vpcRoutes } from '../internet-gateway/internet-gateway-queries.ts'
import { first1000Routers } from '../vpc-router/vpc-router-queries.ts'
import { first1000Subnets, vpcInterfaces } from '../vpc-subnet/vpc-subnet-queries.ts'
import { first1000Vpcs } from '../vpc/vpc-queries.ts'

type NetworkMap = Data<'network_map_view'>

/** Each costs a request for every router and subnet in it. */
const MAX_VPCS = 10

export async function mapFromLists(project: string, signal: AbortSignal): Promise<NetworkMap> {
  const read = <T>(wanted: Query<T>) => wanted.fetch(signal)
  const [vpcs, instances, floatingIps] = await Promise.all([
    read(first1000Vpcs(project)),
    read(first1000Instances(project)),
    read(first1000FloatingIps(project)),
  ])
  const shown = vpcs.items.slice(0, MAX_VPCS)
  const parts = await Promise.all(
    shown.map(async ({ id }) => {
      const [subnets, routers, routes, gateways, interfaces] = await Promise.all([
        read(first1000Subnets(project, id)),
        read(first1000Routers(project, id)),
        read(vpcRoutes(project, id)),
        read(first1000Gateways(project, id)),
        read(vpcInterfaces(project, id)),
      ])
      return { subnets: subnets.items, routers: routers.items, routes, gateways: gateways.items, interfaces }
    }),
  )
  const all = <K extends keyof (typeof parts)[number]>(key: K) =>
    parts.flatMap((part) => part[key] as (typeof parts)[number][K][number][])
  const interfaces = all('interfaces')
  const network = { routers: all('routers'), routes: all('routes'), gateways: all('gateways') }
  return {
    vpcs: shown,
    ...network,
    subnets: all('subnets').map((subnet) => ({
      ...subnet,
      customRouterId: subnet.customRouterId ?? null,
      interfaceCount: interfaces.filter(({ subnetId }) => subnetId === subnet.id).length,
      exit: exitOf(network, subnet),
    })),
    instances: instances.items,
    interfaces,
    externalIps: floatingIps.items.map(({ id, name, ip, instanceId }) => ({
      id,
      kind: 'floating',
      name,
      ip,
      instanceId: instanceId ?? null,
    })),
    problems: floatingIps.items
      .filter(({ instanceId }) => !instanceId)
      .map(({ id, name, ip }) => ({
        kind: 'floating_ip_unattached',
        text: `Floating IP ${name} (${ip}) is not attached to an instance.`,
        subject: { type: 'floating_ip', name, vpc: null },
        nodeId: id,
      })),
    truncated: vpcs.items.length > shown.length || Boolean(instances.nextPage),
  }
}

type Network = Pick<NetworkMap, 'routers' | 'routes' | 'gateways'>

/** The gateway that the default route leads to: of the subnet's own router, or else of the system router. */
function exitOf({ routers, routes, gateways }: Network, subnet: { vpcId: string; customRouterId?: string | null }) {
  const system = routers.find(({ vpcId, kind }) => vpcId === subnet.vpcId && kind === 'system')
  const defaults = routes.filter(
    ({ destination }) => destination.type === 'ip_net' && destination.value === '0.0.0.0/0',
  )
  const route = [subnet.customRouterId, system?.id]
    .map((id) => defaults.find(({ vpcRouterId }) => vpcRouterId === id))
    .find((found) => found !== undefined)
  if (route?.target.type !== 'internet_gateway') return null
  const { value } = route.target
  const gateway = gateways.find(({ vpcId, name }) => vpcId === subnet.vpcId && name === value)
  return gateway ? { type: 'gateway' as const, id: gateway.id } : null
}
