// What the settings of an external network must satisfy together: returns the problem, or undefined if valid. The server and the
// console's form share these. No zod here.
import { MAX_VLAN } from './limits.ts'
import { holds, netOf, parseIp, parseNet, bounds, within, type Range } from './ip.ts'

export const vlanProblem = (vlan: number): string | undefined =>
  Number.isInteger(vlan) && vlan >= 1 && vlan <= MAX_VLAN ? undefined : `a VLAN is a number from 1 to ${MAX_VLAN}`

/** Checks nothing while one of them is not valid by itself. */
export function nextHopProblem(prefix: string, nextHop: string): string | undefined {
  const [net, ip] = [parseNet(prefix), parseIp(nextHop)]
  if (!net || !ip) return undefined
  const { first, last } = bounds(net)
  if (!holds(bounds(net), ip)) return `the next hop ${nextHop} must be in ${prefix}`
  // point-to-point prefixes have neither
  if (last - first > 1n && (ip.value === first || ip.value === last))
    return `the next hop ${nextHop} must not be the first or the last address of ${prefix}`
  return undefined
}

export interface AddressRange {
  first: string
  last: string
}

/** Addresses that are handed out must be in the network, and must not belong to its router. */
export function poolRangeProblem(
  { prefix, next_hop }: { prefix: string; next_hop: string },
  { first, last }: AddressRange,
): string | undefined {
  const [from, to, hop] = [parseIp(first), parseIp(last), parseIp(next_hop)]
  if (!from || !to || !hop) return undefined
  const range: Range = { version: from.version, first: from.value, last: to.value }
  if (!within(range, bounds(netOf(prefix)))) return `the range ${first}-${last} is not in ${prefix}`
  return holds(range, hop) ? `the range ${first}-${last} contains the next hop ${next_hop}` : undefined
}
