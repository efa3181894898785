// IPv4 prefixes.

export interface Prefix {
  first: number
  /** In bits. */
  width: number
}

export const isIpv4 = (text: string) => !text.includes(':')

export const addressOf = (text: string) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** A single address is a prefix of 32 bits. */
export function prefixOf(text: string): Prefix {
  const [ip = '', width = '32'] = text.split('/')
  const size = 2 ** (32 - Number(width))
  return { first: Math.floor(addressOf(ip) / size) * size, width: Number(width) }
}

const sizeOf = ({ width }: Prefix) => 2 ** (32 - width)

export const holds = (outer: Prefix, inner: Prefix) =>
  inner.width >= outer.width && inner.first >= outer.first && inner.first < outer.first + sizeOf(outer)

export const textOf = ({ first, width }: Prefix) =>
  `${[24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.')}/${width}`

/** What is left of a prefix without others. */
export function without(prefix: Prefix, others: readonly Prefix[]): Prefix[] {
  const inside = others.filter((other) => holds(prefix, other))
  if (inside.length === 0) return [prefix]
  if (inside.some((other) => other.width === prefix.width)) return []
  const width = prefix.width + 1
  const half = { first: prefix.first, width }
  return [half, { first: prefix.first + sizeOf(half), width }].flatMap((each) => without(each, inside))
}
