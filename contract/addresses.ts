// IP addresses and networks as numbers, so that they can be checked, compared and put in order.
// No zod here: the console may import this.

export interface Address {
  version: 4 | 6
  value: bigint
}

export interface Net {
  version: 4 | 6
  /** As written, host bits included. */
  address: bigint
  width: number
}

const octet = /^(0|[1-9]\d{0,2})$/

function ipv4Value(text: string): bigint | undefined {
  const parts = text.split('.')
  // leading zeros are refused: some readers take 010 for 8, others for 10
  if (parts.length !== 4 || !parts.every((part) => octet.test(part) && Number(part) < 256)) return undefined
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n)
}

function ipv6Groups(text: string): string[] | undefined {
  if (text === '') return []
  const groups = text.split(':')
  const tail = groups.at(-1) ?? ''
  if (tail.includes('.')) {
    const value = ipv4Value(tail)
    if (value === undefined) return undefined
    groups.splice(-1, 1, (value >> 16n).toString(16), (value & 0xffffn).toString(16))
  }
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups : undefined
}

function ipv6Value(text: string): bigint | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  // a dotted quad may only end the whole address, not its first half
  if (halves.length === 2 && halves[0]?.includes('.')) return undefined
  const [head, tail] = [ipv6Groups(halves[0] ?? ''), ipv6Groups(halves[1] ?? '')]
  if (!head || !tail) return undefined
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail]
  return groups.reduce((value, group) => value * 65536n + BigInt(`0x${group}`), 0n)
}

export function parseIp(text: string): Address | undefined {
  const version = text.includes(':') ? 6 : 4
  const value = version === 4 ? ipv4Value(text) : ipv6Value(text)
  return value === undefined ? undefined : { version, value }
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

export const isIpv4Net = (text: string) => parseNet(text)?.version === 4
export const isIpv6Net = (text: string) => parseNet(text)?.version === 6
export const isIpNet = (text: string) => parseNet(text) !== undefined

export const bits = (version: 4 | 6) => (version === 4 ? 32 : 128)

/** The first and last address of a network. */
export function bounds(net: Net): { first: bigint; last: bigint } {
  const size = 1n << BigInt(bits(net.version) - net.width)
  const first = net.address - (net.address % size)
  return { first, last: first + size - 1n }
}

/** The customary spelling: IPv6 in lower case with its longest run of zeros shortened. */
export function formatIp({ version, value }: Address): string {
  if (version === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
  const groups = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((shift) => ((value >> shift) & 0xffffn).toString(16))
  const runs = groups.join(':').match(/(?<![^:])0(:0)+(?![^:])/g) ?? []
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '')
  if (longest === '') return groups.join(':')
  const [before, after] = splitOnce(`:${groups.join(':')}:`, `:${longest}:`)
  return `${before.slice(1)}::${after.slice(0, -1)}`
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + separator.length)]
}
