// The firewall of a VPC: an ACL per rule, in the port group of the interfaces that the rule applies to. Hosts that are interfaces are in
// address sets, so that a new interface changes one set instead of every rule.
import type { NetworkInterface, NetworkRule, NetworkSelector, VpcNetwork } from '../network.ts'
import { holds, isIpv4, prefixOf, textOf } from './ipv4.ts'
import type { Rows } from './present.ts'
import { portKey, type Ref, type WantedRow } from './row.ts'

const [DEFAULT_PRIORITY, ALWAYS_PRIORITY] = [0, 32_767]
const DHCP = 'udp.src == 68 && udp.dst == 67'

/** As OVN names the end that the interface is at, and the other end. */
const DIRECTIONS = {
  inbound: { direction: 'to-lport', port: 'outport', peer: 'ip4.src' },
  outbound: { direction: 'from-lport', port: 'inport', peer: 'ip4.dst' },
} as const
const ACTIONS = { allow: 'allow-related', deny: 'drop' } as const

/** The addresses are those of hosts, which guests must not reach. */
export function firewallRows(vpc: VpcNetwork, hostAddresses: readonly string[] = []): WantedRow[] {
  const sets = addressSetsOf(vpc)
  const ranks = ranksOf(vpc.rules)
  const own: WantedRow[] = []
  const forAll = [...defaultsOf(vpc), ...hostRows(vpc, hostAddresses)]
  for (const rule of vpc.rules) {
    const hosts = hostsOf(rule, sets)
    const traffic = trafficOf(rule)
    const targets = targetsOf(vpc, rule)
    if (hosts === NONE || traffic === NONE || targets?.length === 0) continue
    const group = groupName(vpc, ...(targets ? ['rule', rule.name] : []))
    const { direction, port, peer } = DIRECTIONS[rule.direction]
    const acl = aclRow(`rule:${rule.name}`, {
      name: rule.name,
      direction,
      priority: ranks(rule),
      match: [`${port} == @${group}`, 'ip4', ...(hosts ? [`${peer} == {${hosts.join(', ')}}`] : []), ...traffic].join(
        ' && ',
      ),
      action: ACTIONS[rule.action],
    })
    if (targets) own.push(acl, groupRow(`targets:${rule.name}`, group, targets, [acl]))
    else forAll.push(acl)
  }
  return [...forAll, groupRow('firewall', groupName(vpc), vpc.interfaces, forAll), ...own, ...sets.used()]
}

/** What holds without any rule. */
function defaultsOf(vpc: VpcNetwork): WantedRow[] {
  const group = groupName(vpc)
  const outbound = (key: string, priority: number, match: string) =>
    aclRow(key, {
      direction: 'from-lport',
      priority,
      match: `inport == @${group} && ${match}`,
      // also remembers connections, so that their replies pass
      action: ACTIONS.allow,
    })
  const gateways = vpc.subnets.map(({ gateway_ip }) => gateway_ip)
  return [
    aclRow('default:inbound', {
      direction: 'to-lport',
      priority: DEFAULT_PRIORITY,
      match: `outport == @${group} && ip`,
      action: ACTIONS.deny,
    }),
    outbound('default:outbound', DEFAULT_PRIORITY, 'ip'),
    // the network itself answers these, and nothing works without them
    outbound('dhcp', ALWAYS_PRIORITY, `ip4.dst == {${['255.255.255.255', ...gateways].join(', ')}} && ${DHCP}`),
    ...(gateways.length > 0
      ? [outbound('dns', ALWAYS_PRIORITY, `ip4.dst == {${gateways.join(', ')}} && udp.dst == 53`)]
      : []),
  ]
}

/** Above all rules, but below what the network itself answers. */
const HOST_PRIORITY = ALWAYS_PRIORITY - 1
const HOST_KEY = 'host'
const toHosts = (addresses: readonly string[]) => `ip4.dst == {${addresses.toSorted().join(', ')}}`

/** The VPC may use an address of a host inside. Replies to what a host began pass, because connections are remembered. */
function hostRows(vpc: VpcNetwork, addresses: readonly string[]): WantedRow[] {
  if (addresses.length === 0) return []
  const inside = vpc.subnets.map(({ ipv4_block }) => ` && ip4.dst != ${ipv4_block}`).join('')
  const match = `inport == @${groupName(vpc)} && ${toHosts(addresses)}${inside}`
  return [aclRow(HOST_KEY, { direction: 'from-lport', priority: HOST_PRIORITY, match, action: ACTIONS.deny })]
}

/** Whether the rows of a VPC keep guests from these addresses, and from no others. */
export function keepsFrom(rows: Rows, addresses: readonly string[]): boolean {
  const match = [...rows.values()].find(({ key }) => key === aclKey(HOST_KEY))?.cells.match
  if (addresses.length === 0 || !match) return addresses.length === 0 && !match
  return 'text' in match && match.text.includes(toHosts(addresses))
}

/**
 * The lowest number wins, and there are more numbers than priorities in OVN, where the highest wins: so each number that is in use gets
 * two priorities, the upper one for deny.
 */
function ranksOf(rules: readonly NetworkRule[]): (rule: NetworkRule) => number {
  const numbers = [...new Set(rules.map(({ priority }) => priority))].sort((a, b) => b - a)
  const ranks = new Map(numbers.map((number, i) => [number, DEFAULT_PRIORITY + 1 + 2 * i]))
  return ({ priority, action }) => ranks.get(priority)! + (action === 'deny' ? 1 : 0)
}

/** Stands for a rule that can match nothing, and needs no ACL. */
const NONE = 'none'

/** The interfaces that it applies to. Undefined: all. */
function targetsOf({ interfaces }: VpcNetwork, { targets }: NetworkRule): NetworkInterface[] | undefined {
  if (targets.some(({ type }) => type === 'vpc')) return undefined
  return interfaces.filter((nic) => targets.some((target) => selects(target, nic)))
}

function selects(selector: NetworkSelector, { subnet_id, instance_id, ip }: NetworkInterface): boolean {
  switch (selector.type) {
    case 'vpc':
      return true
    case 'subnet':
      return selector.subnet_id === subnet_id
    case 'instance':
      return selector.instance_id === instance_id
    case 'ip':
    case 'ip_net':
      return isIpv4(selector.value) && holds(prefixOf(selector.value), prefixOf(ip))
  }
}

/** As constants of an expression. Undefined: any. */
function hostsOf({ hosts }: NetworkRule, sets: AddressSets): string[] | undefined | typeof NONE {
  if (!hosts) return undefined
  const constants = new Set<string>()
  for (const host of hosts) {
    if (host.type !== 'ip' && host.type !== 'ip_net') {
      const name = sets.nameOf(host)
      if (name) constants.add(`$${name}`)
    } else if (isIpv4(host.value)) {
      const prefix = prefixOf(host.value)
      if (prefix.width === 0) return undefined
      // OVN refuses a prefix with host bits
      constants.add(textOf(prefix))
    }
  }
  return constants.size > 0 ? [...constants] : NONE
}

/** Conditions besides the ends. */
function trafficOf({ ports, protocols }: NetworkRule): string[] | typeof NONE {
  if (!ports && !protocols) return []
  const names = new Set(protocols ?? (['TCP', 'UDP'] as const))
  const each = [...names].flatMap((protocol) => {
    const symbol = { TCP: 'tcp', UDP: 'udp', ICMP: 'icmp4' }[protocol]
    if (!ports) return [symbol]
    return protocol === 'ICMP' ? [] : portsOf(`${symbol}.dst`, ports)
  })
  return each.length > 0 ? [anyOf(each)] : NONE
}

function portsOf(field: string, ports: readonly string[]): string[] {
  const singles = ports.filter((port) => !port.includes('-'))
  const ranges = ports.filter((port) => port.includes('-')).map((range) => range.split('-'))
  return [
    ...(singles.length > 0 ? [`${field} == {${singles.join(', ')}}`] : []),
    ...ranges.map(([first, last]) => `${first} <= ${field} <= ${last}`),
  ]
}

const anyOf = (expressions: readonly string[]) =>
  expressions.length === 1 ? expressions[0]! : `(${expressions.join(' || ')})`

type Host = Exclude<NetworkSelector, { type: 'ip' | 'ip_net' }>

interface AddressSets {
  /** Undefined if there would be no address in it. */
  nameOf(host: Host): string | undefined
  /** Lists the rows that were asked for. */
  used(): WantedRow[]
}

function addressSetsOf(vpc: VpcNetwork): AddressSets {
  const sets = new Map<string, WantedRow | undefined>()
  const make = (host: Host, key: string, name: string): WantedRow | undefined => {
    const addresses = vpc.interfaces.filter((nic) => selects(host, nic)).map(({ ip }) => ip)
    return addresses.length > 0 ? { table: 'Address_Set', key, columns: { name, addresses } } : undefined
  }
  return {
    nameOf(host) {
      const parts = ['hosts', ...Object.values(host)]
      const [key, name] = [parts.join(':'), symbolOf(vpc, ...parts)]
      if (!sets.has(key)) sets.set(key, make(host, key, name))
      return sets.get(key) && name
    },
    used: () => [...sets.values()].filter((row) => row !== undefined),
  }
}

const aclKey = (key: string) => `acl:${key}`
const aclRow = (key: string, columns: WantedRow['columns']): WantedRow => ({ table: 'ACL', key: aclKey(key), columns })

function groupRow(
  key: string,
  name: string,
  interfaces: readonly NetworkInterface[],
  acls: readonly WantedRow[],
): WantedRow {
  const ports = interfaces.map(({ id }): Ref => ({ table: 'Logical_Switch_Port', key: portKey(id) }))
  return {
    table: 'Port_Group',
    key: `group:${key}`,
    columns: { name, ports, acls: acls.map(({ table, key }): Ref => ({ table, key })) },
  }
}

const groupName = (vpc: VpcNetwork, ...parts: readonly string[]) => symbolOf(vpc, 'firewall', ...parts)

/** Unique in the whole database, and a name in expressions, which has no dashes. */
const symbolOf = ({ id }: VpcNetwork, ...parts: readonly string[]) =>
  ['rackwright', id, ...parts].join('_').replaceAll('-', '_')
