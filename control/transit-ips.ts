// Networks that an interface may carry traffic for besides its own address.
import { bits, bounds, holds, netOf, overlap } from '#contract/ip.ts'
import { invalidRequest } from './errors.ts'

const special = [
  { word: 'multicast', ranges: ['224.0.0.0/4', 'ff00::/8'].map((net) => bounds(netOf(net))) },
  { word: 'loopback', ranges: ['127.0.0.0/8', '::1/128'].map((net) => bounds(netOf(net))) },
]

/** Refuses what could not be routed, or would be routed twice. */
export function checkTransitIps(blocks: readonly string[]): void {
  const before: string[] = []
  for (const block of blocks) {
    const net = netOf(block)
    const range = bounds(net)
    const isAddress = net.width === bits(net.version)
    const named = isAddress ? `transit IP ${block}` : `transit IP block ${block}`
    if (net.address !== range.first) throw invalidRequest(`${named} has a non-zero host identifier`)
    const start = { version: net.version, value: range.first }
    for (const { word, ranges } of special) {
      if (ranges.some((each) => holds(each, start)))
        throw invalidRequest(`${named} is a ${word} ${isAddress ? 'address' : 'network'}`)
    }
    const other = before.find((each) => overlap(bounds(netOf(each)), range))
    if (other) throw invalidRequest(`${named} overlaps with ${other}`)
    before.push(block)
  }
}
