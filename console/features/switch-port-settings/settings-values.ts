// The form's values for port settings, converted from and to the API. The API accepts maps keyed by link or interface and returns
// lists that name it; the form uses lists too.
import type { Model, Params } from '#contract/client.ts'
import { camelize, snakify, toSnake } from '#contract/camel.ts'

type View = Model<'SwitchPortSettingsView'>
export type Body = Params<'networking_switch_port_settings_create'>['body']
export type Link = Body['links'][string] & { linkName: string }
export type Interface = Body['interfaces'][string] & { interfaceName: string }
export type Address = Body['addresses'][string]['addresses'][number] & { interfaceName: string }
export type Route = Body['routes'][string]['routes'][number] & { interfaceName: string }
export type Peer = Body['bgpPeers'][string]['peers'][number]

/** Everything but name and description. */
export interface Parts {
  geometry: Body['portConfig']['geometry']
  groups: string[]
  links: Link[]
  interfaces: Interface[]
  addresses: Address[]
  routes: Route[]
  peers: Peer[]
}

export const newLink: Omit<Link, 'linkName'> = {
  autoneg: false,
  mtu: 1500,
  speed: 'speed100_g',
  fec: null,
  lldp: { enabled: true },
  txEq: null,
}

export const newParts: Parts = {
  geometry: 'qsfp28x1',
  groups: [],
  links: [{ linkName: 'phy0', ...newLink }],
  interfaces: [],
  addresses: [],
  routes: [],
  peers: [],
}

export const MAX_LINKS: Record<Parts['geometry'], number> = { qsfp28x1: 1, qsfp28x2: 2, sfp28x4: 4 }

/** Entries by the link or interface that they belong to. */
const keyed = <Row extends { interfaceName: string }, Value>(rows: readonly Row[], valueOf: (rows: Row[]) => Value) => {
  const names = [...new Set(rows.map(({ interfaceName }) => interfaceName))]
  return Object.fromEntries(
    names.map((name) => [name, valueOf(rows.filter(({ interfaceName }) => interfaceName === name))]),
  )
}

function unnamed<Row extends { interfaceName: string }>(row: Row): Omit<Row, 'interfaceName'> {
  const { interfaceName: _, ...rest } = row
  return rest
}

export const bodyOf = (parts: Parts): Omit<Body, 'name' | 'description'> => ({
  portConfig: { geometry: parts.geometry },
  groups: parts.groups,
  links: Object.fromEntries(parts.links.map(({ linkName, ...link }) => [linkName, link])),
  interfaces: Object.fromEntries(parts.interfaces.map((one) => [one.interfaceName, unnamed(one)])),
  addresses: keyed(parts.addresses, (rows) => ({ addresses: rows.map(unnamed) })),
  routes: keyed(parts.routes, (rows) => ({ routes: rows.map(unnamed) })),
  bgpPeers: keyed(parts.peers, (peers) => ({ peers })),
})

/** '10.0.0.1/32' as an address. */
const hostOf = (net: string) => net.replace(/\/.*$/, '')

interface Names {
  /** names of address lots by the ids of their blocks */
  lots: ReadonlyMap<string, string>
  /** names of BGP configurations by id */
  configs: ReadonlyMap<string, string>
}

export function partsOf(view: View, { lots, configs }: Names): Parts {
  const vlans = new Map(view.vlanInterfaces.map((one) => [one.interfaceConfigId, one.vlanId]))
  const lldp = new Map(view.linkLldp.map((one) => [one.id, one]))
  return {
    geometry: view.port.geometry,
    groups: view.groups.map(({ portSettingsGroupId }) => portSettingsGroupId),
    links: view.links.map(({ linkName, autoneg, mtu, speed, fec, lldpLinkConfigId }, at) => {
      const { id: _, managementIp, ...config } = lldp.get(lldpLinkConfigId ?? '') ?? { id: '', enabled: false }
      const ip = managementIp ? { managementIp: hostOf(managementIp) } : {}
      return { linkName, autoneg, mtu, speed, fec, lldp: { ...config, ...ip }, txEq: view.txEq[at] ?? null }
    }),
    interfaces: view.interfaces.map(({ id, interfaceName, kind, v6Enabled }) => ({
      interfaceName,
      kind: kind === 'vlan' ? { type: kind, vid: vlans.get(id) ?? 0 } : { type: kind },
      v6Enabled,
    })),
    addresses: view.addresses.map(({ interfaceName, address, addressLotBlockId, vlanId }) => ({
      interfaceName,
      address,
      addressLot: lots.get(addressLotBlockId) ?? '',
      vlanId,
    })),
    routes: view.routes.map(({ interfaceName, dst, gw, ribPriority, vlanId }) => ({
      interfaceName,
      dst,
      gw: hostOf(gw),
      ribPriority,
      vid: vlanId,
    })),
    peers: view.bgpPeers.map((peer) => ({ ...peer, bgpConfig: configs.get(peer.bgpConfig) ?? peer.bgpConfig })),
  }
}

/** In the API's request format, for the JSON editor. */
export const jsonOf = (parts: Parts): string => JSON.stringify(snakify(bodyOf(parts)), null, 2)

const maps = ['links', 'interfaces', 'addresses', 'routes', 'bgp_peers'] as const

/** The text as an object, or a parse error. The API validates the settings themselves. */
export function parseJson(text: string): Record<string, unknown> | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return `Not valid JSON: ${error instanceof Error ? error.message : String(error)}`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Must be an object in braces'
  const fields = value as Record<string, unknown>
  for (const map of maps) {
    const field = fields[map]
    if (typeof field !== 'object' || field === null || Array.isArray(field)) return `${map} must be an object`
    // the client would change the spelling of these
    const odd = Object.keys(field).find((key) => toSnake(key) !== key)
    if (odd) return `${map}: ${odd} must not mix upper and lower case`
  }
  return fields
}

/** The typed JSON for the form's fields, or why they cannot show it. */
export function partsOfJson(text: string): Parts | string {
  const fields = parseJson(text)
  if (typeof fields === 'string') return fields
  // keys of the maps are data, so only the values are converted
  const rows = (map: (typeof maps)[number]) => Object.entries(fields[map] as Record<string, unknown>)
  const listed = (map: (typeof maps)[number], list: string) =>
    rows(map).flatMap(([interfaceName, value]) =>
      (camelize((value as Record<string, unknown>)[list]) as object[]).map((row) => ({ ...row, interfaceName })),
    )
  try {
    const { geometry } = fields['port_config'] as { geometry: Parts['geometry'] }
    if (!(geometry in MAX_LINKS)) return 'port_config.geometry must be qsfp28x1, qsfp28x2 or sfp28x4'
    return {
      geometry,
      groups: (fields['groups'] ?? []) as string[],
      links: rows('links').map(([linkName, link]) => ({ ...(camelize(link) as Link), linkName })),
      interfaces: rows('interfaces').map(([interfaceName, one]) => ({
        ...(camelize(one) as Interface),
        interfaceName,
      })),
      addresses: listed('addresses', 'addresses') as Address[],
      routes: listed('routes', 'routes') as Route[],
      peers: listed('bgp_peers', 'peers') as Peer[],
    }
  } catch {
    return 'Some parts are missing. Compare with an example: choose JSON in an empty form.'
  }
}
