// Validates typed addresses, networks and port ranges: returns the problem, or undefined if valid. The console's forms call these
// on every key. No zod here.
import { bits, parseIp } from './ip.ts'
import { formatPortRange } from './checks.ts'

export const NOT_AN_IP = 'Not a valid IP address'
export const NOT_A_BLOCK = 'Must contain an IP address and a width, separated by a /'
export const NOT_A_WIDTH = 'Width must be an integer'
export const NOT_A_PORT_RANGE = 'Must be a port, such as 22, or a range of ports, such as 6000-6100'
export const PORTS_REVERSED = 'The last port must not be below the first'
export const PORT_OUT_OF_RANGE = 'Ports must be between 1 and 65535'
export const NOT_UNIQUE = 'Items must be unique'
const MAX_PORT = 65_535

export const ipProblem = (text: string): string | undefined => (parseIp(text.trim()) ? undefined : NOT_AN_IP)

export const widthTooLarge = (version: 4 | 6) => `Width must be at most ${bits(version)} for IPv${version}`

export function ipNetProblem(text: string): string | undefined {
  const [address = '', width, ...rest] = text.trim().split('/')
  if (width === undefined || rest.length > 0 || address === '' || width === '') return NOT_A_BLOCK
  const ip = parseIp(address)
  if (!ip) return NOT_AN_IP
  // the API does not accept leading zeros
  if (!/^(0|[1-9]\d*)$/.test(width)) return NOT_A_WIDTH
  return Number(width) > bits(ip.version) ? widthTooLarge(ip.version) : undefined
}

interface Ports {
  first: number
  last: number
}

/** Parses digits and a hyphen; portRangeProblem checks the values. */
function portsOf(text: string): Ports | undefined {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim())
  return match ? { first: Number(match[1]), last: Number(match[2] ?? match[1]) } : undefined
}

export function portRangeProblem(text: string): string | undefined {
  const ports = portsOf(text)
  if (!ports) return NOT_A_PORT_RANGE
  if (ports.last < ports.first) return PORTS_REVERSED
  return ports.first < 1 || ports.last > MAX_PORT ? PORT_OUT_OF_RANGE : undefined
}

/** The API's canonical form of a valid range: `80-80` becomes `80`. */
export function canonicalPortRange(text: string): string {
  const ports = portsOf(text)
  return ports ? formatPortRange(ports) : text
}

export const uniqueProblem = (list: readonly string[], item: string): string | undefined =>
  list.includes(item) ? NOT_UNIQUE : undefined
