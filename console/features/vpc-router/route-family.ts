// Explicit addresses at both ends of a route must be of the same IP version.
import { parseIp, parseNet } from '#contract/ip.ts'

export function familyProblem(destination: { type: string; value: string }, target: string): string | undefined {
  const from = parseNet(destination.value) ?? parseIp(destination.value)
  const to = parseIp(target.trim())
  const isExplicit = destination.type === 'ip' || destination.type === 'ip_net'
  return isExplicit && from && to && from.version !== to.version
    ? `Must be an IPv${from.version} address like the destination`
    : undefined
}
