// What the blocks of a subnet can be. The API checks the same when the form is sent.
import { bounds, netOf, overlap, parseNet, within } from '#contract/ip.ts'
import { ipNetProblem } from '#contract/network-checks.ts'

const MIN_WIDTH = 8
const MAX_WIDTH = 26
const IPV6_WIDTH = 64
const privateBlocks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map((block) => bounds(netOf(block)))

export function ipv4BlockProblem(text: string, others: readonly string[]): string | undefined {
  const problem = ipNetProblem(text)
  if (problem) return problem
  const net = parseNet(text.trim())
  if (net?.version !== 4) return 'Must be an IPv4 block'
  if (net.width < MIN_WIDTH || net.width > MAX_WIDTH) return `Width must be between ${MIN_WIDTH} and ${MAX_WIDTH}`
  if (!privateBlocks.some((block) => within(bounds(net), block))) {
    return 'Must be in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'
  }
  return overlapProblem(text, others)
}

export function ipv6BlockProblem(text: string, prefix: string, others: readonly string[]): string | undefined {
  if (text.trim() === '') return undefined
  const problem = ipNetProblem(text)
  if (problem) return problem
  const net = parseNet(text.trim())
  if (net?.width !== IPV6_WIDTH || !within(bounds(net), bounds(netOf(prefix)))) return `Must be a /64 in ${prefix}`
  return overlapProblem(text, others)
}

function overlapProblem(text: string, others: readonly string[]): string | undefined {
  const range = bounds(netOf(text.trim()))
  const other = others.find((block) => overlap(range, bounds(netOf(block))))
  return other && `Overlaps with ${other}`
}
