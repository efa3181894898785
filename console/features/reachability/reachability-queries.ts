// The reachability check. Other hosts lack this operation.
import type { Model } from '#contract/client.ts'
import type { Data } from '#contract/client.ts'
import { isUuid } from '#contract/checks.ts'
import { isIp } from '#contract/ip.ts'
import { NOT_AN_IP } from '#contract/network-checks.ts'
import { errorsAllowed } from '../../api.ts'

export type Reachability = Data<'reachability_view'>
export type Fix = NonNullable<Reachability['fix']>
export type Subject = NonNullable<Reachability['steps'][number]['subject']>
export type Protocol = Model<'VpcFirewallRuleProtocol'>

/** The value of an end of the traffic that stands for any address on the internet. No instance can have this name. */
export const INTERNET = '*'

export interface Question {
  /** INTERNET, the name of an instance, or an address. */
  source: string
  destination: string
  protocol: Protocol
  port: number
}

export const reachability = (project: string, { source, destination, protocol, port }: Question) =>
  errorsAllowed('reachability_view', {
    query: {
      project,
      ...end('source', source),
      ...end('destination', destination),
      protocol,
      ...(protocol !== 'ICMP' && { port }),
    },
  })

function end<Which extends 'source' | 'destination'>(which: Which, value: string) {
  if (value === INTERNET) return {}
  const key = isIp(value) ? `${which}Ip` : `${which}Instance`
  return { [key]: value }
}

/** Why the question cannot be asked; undefined if it can. */
export function whyNotAsk({ source, destination, protocol, port }: Question): string | undefined {
  if (!source || !destination) return 'Select a source and a destination'
  if (source === destination)
    return source === INTERNET ? 'One end must be an instance' : 'Select two different instances'
  const problem = endProblem(source) ?? endProblem(destination)
  if (problem) return problem
  const isOutside = (value: string) => value === INTERNET || isIp(value)
  if (isOutside(source) && isOutside(destination)) return 'One end must be an instance'
  return protocol !== 'ICMP' && !(port >= 1 && port <= 65_535) ? 'Enter a port from 1 to 65535' : undefined
}

/** The server checks whether the instance exists. */
function endProblem(value: string): string | undefined {
  if (value === INTERNET || isIp(value) || isUuid(value) || /^[a-z][a-z0-9-]*$/.test(value)) return undefined
  return /[.:]|^\d/.test(value) ? `${value}: ${NOT_AN_IP}` : `${value}: Not the name of an instance`
}
