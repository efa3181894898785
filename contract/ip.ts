// IP addresses and networks as numbers, to check, compare, sort and allocate them. No zod: server and console share this. Rules
// for VPCs and pools are elsewhere. Parsed by hand, in a microsecond: a request can contain tens of thousands.

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

const [DOT, COLON, ZERO] = [46, 58, 48]
/** `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255` */
const MAX_LENGTH = 45
const GROUPS = 8

/** Exactly four decimal parts: some parsers read 010 as 8 and 10.1 as 10.0.0.1, others do not. From `at` to the end of the text. */
function parseIpv4(text: string, at = 0): number | undefined {
  let value = 0
  let parts = 0
  for (let part = 0, digits = 0; at <= text.length; at++) {
    const code = at === text.length ? DOT : text.charCodeAt(at)
    if (code === DOT) {
      if (digits === 0 || ++parts > 4) return undefined
      value = value * 256 + part
      part = digits = 0
      continue
    }
    const digit = code - ZERO
    if (digit < 0 || digit > 9 || (digits > 0 && part === 0)) return undefined
    part = part * 10 + digit
    digits++
    if (part > 255) return undefined
  }
  return parts === 4 ? value : undefined
}

/** Zones (fe80::1%eth0) are refused: they are meaningful only on one machine. */
function parseIpv6(text: string): bigint | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const groups: number[] = []
  /** Where the double colon is. */
  let gap: number | undefined
  let at = 0
  if (text.startsWith('::')) {
    gap = 0
    at = 2
  }
  while (at < text.length) {
    const start = at
    let group = 0
    for (let digit; (digit = hexDigit(text.charCodeAt(at))) !== undefined; at++) group = group * 16 + digit
    if (text.charCodeAt(at) === DOT) {
      const quad = parseIpv4(text, start)
      if (quad === undefined) return undefined
      groups.push(Math.floor(quad / 65_536), quad % 65_536)
      break
    }
    if (at === start || at > start + 4) return undefined
    groups.push(group)
    if (at === text.length) break
    if (text.charCodeAt(at++) !== COLON) return undefined
    if (text.charCodeAt(at) === COLON) {
      if (gap !== undefined) return undefined
      gap = groups.length
      at++
    } else if (at === text.length) return undefined
  }
  if (gap === undefined ? groups.length !== GROUPS : groups.length >= GROUPS) return undefined
  if (gap !== undefined) groups.splice(gap, 0, ...Array.from({ length: GROUPS - groups.length }, () => 0))
  return valueOf(groups)
}

function hexDigit(code: number): number | undefined {
  if (code >= ZERO && code <= 57) return code - ZERO
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : undefined
}

/** In 32-bit halves of halves, because arithmetic with BigInt is slow. */
function valueOf(groups: readonly number[]): bigint {
  let value = 0n
  for (let at = 0; at < GROUPS; at += 2) value = (value << 32n) | BigInt(groups[at]! * 65_536 + groups[at + 1]!)
  return value
}

function groupsOf(value: bigint): number[] {
  const groups: number[] = []
  for (const shift of [96n, 64n, 32n, 0n]) {
    const pair = Number((value >> shift) & 0xffff_ffffn)
    groups.push(Math.floor(pair / 65_536), pair % 65_536)
  }
  return groups
}

export function parseIp(text: string): Address | undefined {
  const version = text.includes(':') ? 6 : 4
  const value = version === 6 ? parseIpv6(text) : parseIpv4(text)
  return value === undefined ? undefined : { version, value: BigInt(value) }
}

/** Canonical form: IPv6 in lower case with its longest run of zeros shortened (RFC 5952). */
export function formatIp({ version, value }: Address): string {
  if (version === 6) return formatIpv6(groupsOf(value))
  const number = Number(value)
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
}

const hex = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':')

function formatIpv6(groups: readonly number[]): string {
  let [start, length] = [0, 1]
  for (let at = 0; at < GROUPS; at++) {
    let end = at
    while (groups[end] === 0) end++
    if (end - at > length) [start, length] = [at, end - at]
    if (end > at) at = end
  }
  // a single zero is not shortened
  return length === 1 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`
}

export const canonicalIp = (text: string) => formatIp(addressOf(text))

/** Reads a text that a schema has let pass. */
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

/** Reads a text that a schema has let pass. */
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
  if (text.includes('/')) {
    const net = parseNet(text)
    return net ? formatNet(net) : text
  }
  const ip = parseIp(text)
  return ip ? formatIp(ip) : text
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
