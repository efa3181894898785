// The networks of an announce set as typed, one per line. Each must lie in a block of an address lot, which is found here so that
// users need not name it.
import { bounds, netOf, parseIp } from '#contract/ip.ts'
import { ipNetProblem, NOT_UNIQUE } from '#contract/network-checks.ts'
import { linesOf } from '../../util/text.ts'
import type { LotBlock } from '../address-lot/address-lot-queries.ts'

/** The lot with a block that holds the whole network. */
export function lotOf(network: string, blocks: readonly LotBlock[]): string | undefined {
  const { version, first, last } = bounds(netOf(network))
  return blocks.find(({ firstAddress, lastAddress }) => {
    const [from, to] = [parseIp(firstAddress), parseIp(lastAddress)]
    return from?.version === version && from.value <= first && to !== undefined && to.value >= last
  })?.lot
}

function lineProblem(line: string, blocks: readonly LotBlock[]): string | undefined {
  const problem = ipNetProblem(line)
  if (problem) return problem
  return lotOf(line, blocks) ? undefined : 'No address lot has a block that contains this network'
}

export function networksProblem(text: string, blocks: readonly LotBlock[]): string | undefined {
  const lines = linesOf(text)
  if (new Set(lines).size < lines.length) return NOT_UNIQUE
  for (const line of lines) {
    const problem = lineProblem(line, blocks)
    if (problem) return `${line}: ${problem}`
  }
  return undefined
}

/** Lines with a mistake are left out; `networksProblem` names them. */
export const announcementsOf = (text: string, blocks: readonly LotBlock[]) =>
  linesOf(text)
    .filter((line) => lineProblem(line, blocks) === undefined)
    .map((network) => ({ network, addressLotBlock: lotOf(network, blocks) ?? '' }))
