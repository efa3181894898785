// The beginning of an IP or MAC address, as it is typed, and the stored keys that begin so. Pure.
import { bits, keyOf, type Version } from '#contract/ip.ts'

/** Inclusive, as keys are stored. */
export type KeyRange = readonly [from: string, to: string]

/** Empty if the text is not the beginning of an IP address. It has at least one whole part, because others are also names and IDs. */
export function ipPrefixRanges(text: string): KeyRange[] {
  if (/^(\d{1,3}\.){1,3}\d{0,3}$/.test(text)) return rangesOf(text.split('.'), { version: 4, base: 10, parts: 4 })
  if (/^([0-9a-f]{1,4}:){1,7}[0-9a-f]{0,4}$/.test(text))
    return rangesOf(text.split(':'), { version: 6, base: 16, parts: 8 })
  return []
}

interface Notation {
  version: Version
  base: 10 | 16
  parts: number
}

function rangesOf(typed: readonly string[], { version, base, parts }: Notation): KeyRange[] {
  const width = BigInt(bits(version) / parts)
  const largest = Number((1n << width) - 1n)
  const whole = typed.slice(0, -1).map((part) => Number.parseInt(part, base))
  if (whole.some((part) => part > largest)) return []
  const start = whole.reduce((value, part) => (value << width) | BigInt(part), 0n)
  const rest = width * BigInt(parts - typed.length)
  const key = (last: number, tail: bigint) =>
    keyOf({ version, value: (((start << width) | BigInt(last)) << rest) | tail })
  return numbersFrom(typed.at(-1) ?? '', base, largest).map(([from, to]) => [key(from, 0n), key(to, (1n << rest) - 1n)])
}

/** The numbers that begin with these digits: '2' is 2, 20 to 29 and 200 to 255. */
function numbersFrom(digits: string, base: number, largest: number): [from: number, to: number][] {
  if (digits === '') return [[0, largest]]
  const ranges: [number, number][] = []
  const number = Number.parseInt(digits, base)
  // no number has a leading zero
  const most = number === 0 ? 1 : largest
  for (let span = 1; number * span <= largest && span <= most; span *= base)
    ranges.push([number * span, Math.min(largest, number * span + span - 1)])
  return ranges
}

const LOWEST_MAC = '00:00:00:00:00:00'
const HIGHEST_MAC = 'FF:FF:FF:FF:FF:FF'

/** At least the six digits of a vendor, with colons, dashes or nothing between the pairs. */
export function macPrefixRange(text: string): KeyRange | undefined {
  if (!/^([0-9a-f]{6,12}|([0-9a-f]{2}[:-]){3,5}[0-9a-f]{0,2})$/.test(text)) return undefined
  const start = text.replaceAll(/[:-]/g, '').toUpperCase().match(/..?/g)!.join(':')
  return [start + LOWEST_MAC.slice(start.length), start + HIGHEST_MAC.slice(start.length)]
}
