// Validates port settings before any lookup.
import type { Input } from '#contract/api.ts'
import { isIpv6, isIpv6Net } from '#contract/ip.ts'
import { MAX_PORT_SETTINGS_ENTRIES } from '#contract/limits.ts'
import { checkIdentity } from '../../frame/identity.ts'
import { invalidRequest, invalidValue } from '../../frame/errors.ts'

export type Body = Input<'networking_switch_port_settings_create'>['body']
type Lldp = Omit<Body['links'][string]['lldp'], 'management_ip'>
type Peer = Body['bgp_peers'][string]['peers'][number]

const MAX_LINKS: Record<Body['port_config']['geometry'], number> = { qsfp28x1: 1, qsfp28x2: 2, sfp28x4: 4 }
const MAX_INTERFACE_NAME_LENGTH = 63
const MAX_MD5_KEY_LENGTH = 80
/** What fits into an LLDP message. */
const MAX_LLDP_TEXT_LENGTH = 255
const MAX_VLAN = 4094

export function checkBody(body: Body): void {
  checkIdentity(body)
  const { links, interfaces, port_config, groups } = body
  const limit = MAX_LINKS[port_config.geometry]
  const count = Object.keys(links).length
  if (count > limit)
    throw invalidRequest(`a ${port_config.geometry} port can have ${limit} links at most, not ${count}`)
  // nothing can create a group
  if (groups.length > 0) throw invalidRequest(`port settings group not found: ${groups[0]}`)
  for (const name of [...Object.keys(links), ...Object.keys(interfaces)]) checkName(name)
  for (const { lldp } of Object.values(links)) checkLldp(lldp)
  for (const { kind } of Object.values(interfaces)) if (kind.type === 'vlan') checkVlan('vid', kind.vid)
  checkRoutes(body)
  for (const { vlan_id } of entries(body, 'addresses', (value) => value.addresses)) checkVlan('vlan_id', vlan_id)
  checkPeers(body)
}

/** The entries of one of the maps that are keyed by link or interface. */
function entries<K extends 'addresses' | 'routes' | 'bgp_peers', Entry>(
  body: Body,
  map: K,
  of: (value: Body[K][string]) => Entry[],
): (Entry & { key: string })[] {
  const all = Object.entries(body[map]).flatMap(([key, value]) => {
    if (!Object.hasOwn(body.links, key) && !Object.hasOwn(body.interfaces, key))
      throw invalidRequest(`${map} refers to "${key}", which is neither a link nor an interface of these settings`)
    return of(value as Body[K][string]).map((entry) => ({ ...entry, key }))
  })
  if (all.length > MAX_PORT_SETTINGS_ENTRIES)
    throw invalidRequest(`port settings can have ${MAX_PORT_SETTINGS_ENTRIES} ${map} at most`)
  return all
}

function checkName(name: string): void {
  if (name === '' || name.length > MAX_INTERFACE_NAME_LENGTH)
    throw invalidRequest(`the name of a link or interface must have 1 to ${MAX_INTERFACE_NAME_LENGTH} characters`)
}

function checkVlan(label: string, vlan: number | null): void {
  if (vlan !== null && (vlan === 0 || vlan > MAX_VLAN)) throw invalidValue(label, `it must be from 1 to ${MAX_VLAN}`)
}

export function checkLldp(lldp: Lldp): void {
  const texts = ['chassis_id', 'link_name', 'link_description', 'system_name', 'system_description'] as const
  for (const label of texts)
    if (new TextEncoder().encode(lldp[label] ?? '').length > MAX_LLDP_TEXT_LENGTH)
      throw invalidValue(label, `it can have ${MAX_LLDP_TEXT_LENGTH} bytes at most`)
}

function checkRoutes(body: Body): void {
  for (const { dst, gw, vid } of entries(body, 'routes', (value) => value.routes)) {
    checkVlan('vid', vid)
    if (isIpv6Net(dst) !== isIpv6(gw)) throw invalidRequest(`the gateway of ${dst} must be in the same address family`)
  }
}

function checkPeers(body: Body): void {
  const seen = new Set<string>()
  for (const peer of entries(body, 'bgp_peers', (value) => value.peers)) {
    if (peer.interface_name !== peer.key)
      throw invalidRequest(`BGP peer ${peer.addr} is listed under "${peer.key}" but names "${peer.interface_name}"`)
    const key = `${peer.key} ${peer.addr}`
    if (seen.has(key)) throw invalidRequest(`BGP peer ${peer.addr} is listed more than once under "${peer.key}"`)
    seen.add(key)
    checkVlan('vlan_id', peer.vlan_id)
    checkMd5Key(peer)
  }
}

function checkMd5Key({ md5_auth_key }: Peer): void {
  if (md5_auth_key === null) return
  if (md5_auth_key.length > MAX_MD5_KEY_LENGTH)
    throw invalidValue('md5_auth_key', `it can have ${MAX_MD5_KEY_LENGTH} characters at most`)
  if (!/^[\x20-\x7e]*$/.test(md5_auth_key))
    throw invalidValue('md5_auth_key', 'it can have printable ASCII characters only')
}
