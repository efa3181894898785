// IP addresses and networks as numbers, to check, compare, sort and allocate them. No zod: server and console share this. Rules
// for VPCs and pools are elsewhere.
import ipaddr from 'ipaddr.js'

export type Version = 4 | 6

export interface Address {
  version: Version
  value: bigint
}

export interface Net {
  version: Version
  /** Includes host bits. */
  address: bigint
  width: number
}

/** Inclusive. */
export interface Range {
  version: Version
  first: bigint
  last: bigint
}

export const bits = (version: Version) => (version === 4 ? 32 : 128)

const valueOf = (bytes: readonly number[]) => bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)

function bytesOf({ version, value }: Address): number[] {
  const count = bits(version) / 8
  return Array.from({ length: count }, (_, i) => Number((value >> BigInt(8 * (count - 1 - i))) & 255n))
}

function parseIpv4(text: string): bigint | undefined {
  // exactly four decimal parts: some parsers read 010 as 8 and 10.1 as 10.0.0.1, others do not
  return ipaddr.IPv4.isValidFourPartDecimal(text) ? valueOf(ipaddr.IPv4.parse(text).toByteArray()) : undefined
}

function parseIpv6(text: string): bigint | undefined {
  const tail = /[^:]*$/.exec(text)?.[0] ?? ''
  const quad = tail.includes('.') ? parseIpv4(tail) : undefined
  // the library reads ::1.2.3.4 as the mapped ::ffff:1.2.3.4, so dotted quads are converted first
  const plain = quad === undefined ? text : text.slice(0, -tail.length) + hex(quad >> 16n) + ':' + hex(quad & 0xffffn)
  // zones are meaningful only on one machine
  if (plain.includes('.') || plain.includes('%') || !ipaddr.IPv6.isValid(plain)) return undefined
  return valueOf(ipaddr.IPv6.parse(plain).toByteArray())
}

const hex = (value: bigint) => value.toString(16)

export function parseIp(text: string): Address | undefined {
  const version = text.includes(':') ? 6 : 4
  const value = version === 6 ? parseIpv6(text) : parseIpv4(text)
  return value === undefined ? undefined : { version, value }
}

/** Canonical form: IPv6 in lower case with its longest run of zeros shortened. */
export function formatIp(address: Address): string {
  const bytes = bytesOf(address)
  return address.version === 4
    ? ipaddr.fromByteArray(bytes).toString()
    : (ipaddr.fromByteArray(bytes) as ipaddr.IPv6).toRFC5952String()
}

export const canonicalIp = (text: string) => formatIp(addressOf(text))

/** Of a text that a schema has let pass. */
export function addressOf(text: string): Address {
  const address = parseIp(text)
  if (!address) throw new Error(`not an IP address: ${text}`)
  return address
}

export const isIpv4 = (text: string) => parseIp(text)?.version === 4
export const isIpv6 = (text: string) => parseIp(text)?.version === 6
export const isIp = (text: string) => parseIp(text) !== undefined

/** `10.0.0.0/8`; a bare address is not a network. */
export function parseNet(text: string): Net | undefined {
  const match = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text)
  const ip = match?.[1] === undefined ? undefined : parseIp(match[1])
  const width = Number(match?.[2])
  if (!ip || width > bits(ip.version)) return undefined
  return { version: ip.version, address: ip.value, width }
}

/** Of a text that a schema has let pass. */
export function netOf(text: string): Net {
  const net = parseNet(text)
  if (!net) throw new Error(`not an IP network: ${text}`)
  return net
}

export const isIpv4Net = (text: string) => parseNet(text)?.version === 4
export const isIpv6Net = (text: string) => parseNet(text)?.version === 6
export const isIpNet = (text: string) => parseNet(text) !== undefined

/** Host bits stay as they are; networkOf drops them. */
export const formatNet = ({ version, address, width }: Net) => `${formatIp({ version, value: address })}/${width}`

/** The first and last address of a network. */
export function bounds({ version, address, width }: Net): Range {
  const size = 1n << BigInt(bits(version) - width)
  const first = address - (address % size)
  return { version, first, last: first + size - 1n }
}

/** The same network without host bits. */
export const networkOf = (net: Net): Net => ({ ...net, address: bounds(net).first })

/** The canonical form of an address or network; other text is returned unchanged. */
export function canonical(text: string): string {
  const [ip, net] = [parseIp(text), parseNet(text)]
  return ip ? formatIp(ip) : net ? formatNet(net) : text
}

/** IPv4 sorts before IPv6. */
export function compareIps(a: Address, b: Address): number {
  if (a.version !== b.version) return a.version - b.version
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0
}

/** A single address as a range. */
export const only = ({ version, value }: Address): Range => ({ version, first: value, last: value })

export const holds = (range: Range, { version, value }: Address) =>
  range.version === version && range.first <= value && value <= range.last

export const within = (inner: Range, outer: Range) =>
  inner.version === outer.version && outer.first <= inner.first && inner.last <= outer.last

export const overlap = (a: Range, b: Range) => a.version === b.version && a.first <= b.last && b.first <= a.last

export const sizeOf = ({ first, last }: Range) => last - first + 1n

/** Fixed width, so that text order is address order on every database: `4` and 8 hex digits, or `6` and 32. */
export const keyOf = ({ version, value }: Address) => `${version}${value.toString(16).padStart(bits(version) / 4, '0')}`
export const ipKey = (text: string) => keyOf(addressOf(text))

export function addressOfKey(key: string): Address {
  return { version: key.startsWith('4') ? 4 : 6, value: BigInt(`0x${key.slice(1)}`) }
}
