// The layout of the map: one band per VPC, with columns from the internet on the left to external IPs on the right. Pure. Columns
// suit a network better than a general graph layout, because the position shows what a node is.
import { groupId, INTERNET_ID, isExpanded, nodeMaker, type Choices, type MapNode } from './map-nodes.ts'
import type { NetworkMap } from './network-map-queries.ts'

export interface PlacedNode extends MapNode {
  column: number
  x: number
  y: number
  width: number
  /** a subnet is as tall as its instances together */
  height: number
}

export interface Edge {
  from: string
  to: string
}

export interface Band {
  id: string
  label: string
  y: number
  height: number
}

export interface Layout {
  nodes: PlacedNode[]
  edges: Edge[]
  bands: Band[]
  width: number
  height: number
}

export const NODE_HEIGHT = 40
const GAP = 6
const ROW = NODE_HEIGHT + GAP
const PADDING = 12
const BAND_GAP = 16
/** The internet is left of the bands. */
export const BANDS_X = 116
// fits the content pane at 1440 px
const COLUMNS = [
  { x: 0, width: 100 },
  // "Internet gateway" next to a warning sign
  { x: 128, width: 170 },
  { x: 330, width: 140 },
  { x: 502, width: 166 },
  { x: 700, width: 186 },
  { x: 918, width: 188 },
] as const
const [INTERNET, GATEWAYS, ROUTERS, SUBNETS, INSTANCES, EXTERNAL_IPS] = [0, 1, 2, 3, 4, 5] as const
export const UNATTACHED = 'unattached'

export function layoutMap(map: NetworkMap, project: string, choices: Choices): Layout {
  const make = nodeMaker(map, project)
  const nodes: PlacedNode[] = []
  const edges: Edge[] = []
  const bands: Band[] = []
  let top = 0

  const place = (node: MapNode, column: number, y: number, height = NODE_HEIGHT) =>
    nodes.push({ ...node, column, y, height, ...(COLUMNS[column] ?? COLUMNS[0]) })
  const link = (from: string, to: string) => edges.push({ from, to })
  const endBand = (id: string, label: string, bottom: number) => {
    bands.push({ id, label, y: top, height: bottom - top + PADDING })
    top = bottom + PADDING + BAND_GAP
  }
  const ips = groupBy(map.externalIps, ({ instanceId }) => instanceId ?? UNATTACHED)
  const placeInstance = (instance: NetworkMap['instances'][number], y: number, ip?: string): number => {
    place(make.instance(instance, ip), INSTANCES, y)
    const own = ips.get(instance.id) ?? []
    own.forEach((address, index) => {
      place(make.externalIp(address, instance.name), EXTERNAL_IPS, y + index * ROW)
      link(instance.id, address.id)
    })
    return y + Math.max(1, own.length) * ROW
  }

  const home = homes(map)
  const instances = new Map(map.instances.map((instance) => [instance.id, instance]))
  const [gateways, routers, subnets] = [map.gateways, map.routers, map.subnets].map((list) =>
    groupBy<{ vpcId: string }>(list, ({ vpcId }) => vpcId),
  ) as [Map<string, NetworkMap['gateways']>, Map<string, NetworkMap['routers']>, Map<string, NetworkMap['subnets']>]
  const routes = groupBy(map.routes, ({ vpcRouterId }) => vpcRouterId)

  /** Places a subnet and its instances at `start`, and returns where they end. */
  const placeSubnet = (subnet: NetworkMap['subnets'][number], start: number): number => {
    const members = home.get(subnet.id) ?? []
    const expanded = isExpanded(map, subnet.id, members.length, choices)
    let y = start
    if (members.length > 0 && (!expanded || choices.get(subnet.id))) {
      const count = members.reduce((sum, { instanceId }) => sum + (ips.get(instanceId)?.length ?? 0), 0)
      place(make.group(subnet.id, members.length, count, expanded), INSTANCES, y)
      link(subnet.id, groupId(subnet.id))
      y += ROW
    }
    for (const { instanceId, ip } of expanded ? members : []) {
      const instance = instances.get(instanceId)
      if (!instance) continue
      link(subnet.id, instanceId)
      y = placeInstance(instance, y, ip)
    }
    const end = Math.max(y, start + ROW)
    place(make.subnet(subnet), SUBNETS, start, end - start - GAP)
    return end
  }

  for (const vpc of map.vpcs) {
    const first = top + PADDING
    place(make.vpc(vpc), GATEWAYS, first)
    const ownGateways = gateways.get(vpc.id) ?? []
    const ownRouters = routers.get(vpc.id) ?? []
    const ownSubnets = subnets.get(vpc.id) ?? []
    ownGateways.forEach((gateway, index) => {
      place(make.gateway(gateway), GATEWAYS, first + (index + 1) * ROW)
      link(INTERNET_ID, gateway.id)
    })
    const system = ownRouters.find(({ kind }) => kind === 'system')?.id
    let y = first
    let routerY = first
    // next to its subnets, so that lines are short
    for (const router of ownRouters) {
      const routed = ownSubnets.filter(({ customRouterId }) => (customRouterId ?? system) === router.id)
      if (routed.length > 0) routerY = Math.max(routerY, y)
      place(make.router(router), ROUTERS, routerY)
      routerY += ROW
      const targets = (routes.get(router.id) ?? []).flatMap(({ target }) =>
        target.type === 'internet_gateway' ? [target.value] : [],
      )
      for (const { id, name } of ownGateways) if (targets.includes(name)) link(id, router.id)
      for (const subnet of routed) {
        link(router.id, subnet.id)
        y = placeSubnet(subnet, y)
      }
    }
    const unrouted = ownSubnets.filter(({ customRouterId }) => {
      const id = customRouterId ?? system
      return !ownRouters.some((router) => router.id === id)
    })
    for (const subnet of unrouted) y = placeSubnet(subnet, y)
    const left = first + (ownGateways.length + 1) * ROW
    endBand(vpc.id, vpc.name, Math.max(y, routerY, left) - GAP)
  }

  const loose = map.instances.filter(({ id }) => !map.interfaces.some(({ instanceId }) => instanceId === id))
  const spare = ips.get(UNATTACHED) ?? []
  if (loose.length + spare.length > 0) {
    const first = top + PADDING
    const bottom = loose.reduce((y, instance) => placeInstance(instance, y), first)
    const below = spare.length > 0 && loose.some(({ id }) => ips.has(id)) ? bottom : first
    spare.forEach((address, index) => place(make.externalIp(address), EXTERNAL_IPS, below + index * ROW))
    endBand(UNATTACHED, 'Not attached', Math.max(bottom, below + spare.length * ROW) - GAP)
  }

  const drawn = new Set(nodes.map(({ id }) => id))
  for (const { instanceId, subnetId, primary } of map.interfaces)
    if (!primary && drawn.has(instanceId)) link(subnetId, instanceId)
  const height = Math.max(0, top - BAND_GAP)
  // beside the first gateway
  place(make.internet(), INTERNET, Math.max(0, Math.min(height - NODE_HEIGHT, PADDING + ROW)))
  drawn.add(INTERNET_ID)
  const { x, width } = COLUMNS[EXTERNAL_IPS]
  return {
    nodes,
    bands,
    edges: unique(edges.filter(({ from, to }) => drawn.has(from) && drawn.has(to))),
    width: x + width + PADDING,
    height,
  }
}

/** The subnet an instance is drawn next to: that of its primary interface. */
function homes(map: NetworkMap) {
  const order = new Map(map.instances.map(({ id }, index) => [id, index]))
  const primary = map.interfaces
    .filter((nic) => nic.primary)
    .sort((a, b) => (order.get(a.instanceId) ?? 0) - (order.get(b.instanceId) ?? 0))
  return groupBy(primary, ({ subnetId }) => subnetId)
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

const unique = (edges: Edge[]) => [...new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge])).values()]
