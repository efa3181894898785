// Transit IPs: networks besides its own address that an interface can route traffic for.
import { bits, bounds, compareIps, holds, netOf, overlap, type Range } from '#contract/ip.ts'
import { invalidRequest } from '../frame/errors.ts'

const special = [
  { word: 'multicast', ranges: ['224.0.0.0/4', 'ff00::/8'].map((net) => bounds(netOf(net))) },
  { word: 'loopback', ranges: ['127.0.0.0/8', '::1/128'].map((net) => bounds(netOf(net))) },
]

/** Refuses networks that are not routable or overlap. */
export function checkTransitIps(blocks: readonly string[]): void {
  const ranges = blocks.map(checkBlock)
  // sorted by start, overlapping networks are neighbors, so there is no need to compare all pairs
  const inOrder = [...ranges.keys()].sort((a, b) => compareIps(startOf(ranges[a]!), startOf(ranges[b]!)) || a - b)
  for (const [at, index] of inOrder.slice(1).entries()) {
    const before = inOrder[at]!
    if (!overlap(ranges[before]!, ranges[index]!)) continue
    const [first, second] = [Math.min(before, index), Math.max(before, index)]
    throw invalidRequest(`${nameOf(blocks[second]!)} overlaps with ${blocks[first]}`)
  }
}

const startOf = ({ version, first }: Range) => ({ version, value: first })

function isAddress(block: string): boolean {
  const { version, width } = netOf(block)
  return width === bits(version)
}

const nameOf = (block: string) => (isAddress(block) ? `transit IP ${block}` : `transit IP block ${block}`)

function checkBlock(block: string): Range {
  const net = netOf(block)
  const range = bounds(net)
  if (net.address !== range.first) throw invalidRequest(`${nameOf(block)} has a non-zero host identifier`)
  for (const { word, ranges } of special) {
    if (ranges.some((each) => holds(each, startOf(range))))
      throw invalidRequest(`${nameOf(block)} is a ${word} ${isAddress(block) ? 'address' : 'network'}`)
  }
  return range
}
