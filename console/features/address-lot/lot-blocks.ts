// Blocks of addresses as people type them: one per line, as a range, a network or a single address.
import { bounds, formatIp, netOf, parseIp } from '#contract/ip.ts'
import { ipNetProblem, NOT_AN_IP } from '#contract/network-checks.ts'
import { linesOf } from '../../util/text.ts'

export interface Block {
  firstAddress: string
  lastAddress: string
}

/** The block, or what is wrong with the line. */
export function blockOf(line: string): Block | string {
  if (line.includes('/')) {
    const problem = ipNetProblem(line)
    if (problem) return problem
    const { version, first, last } = bounds(netOf(line))
    return { firstAddress: formatIp({ version, value: first }), lastAddress: formatIp({ version, value: last }) }
  }
  const [first = '', last = first, ...rest] = line.split('-').map((part) => part.trim())
  const [from, to] = [parseIp(first), parseIp(last)]
  if (!from || !to || rest.length > 0) return NOT_AN_IP
  if (from.version !== to.version) return 'Both addresses must be IPv4, or both IPv6'
  if (from.value > to.value) return 'The last address must not be below the first'
  return { firstAddress: first, lastAddress: last }
}

/** Lines with a mistake are left out; `blocksProblem` names them. */
export const blocksOf = (text: string): Block[] =>
  linesOf(text)
    .map(blockOf)
    .filter((block) => typeof block !== 'string')

export function blocksProblem(text: string): string | undefined {
  for (const line of linesOf(text)) {
    const block = blockOf(line)
    if (typeof block === 'string') return `${line}: ${block}`
  }
  return undefined
}
