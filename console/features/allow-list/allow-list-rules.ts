// Which entries the API accepts in the allow list, and whether a list admits an address.
import { bounds, holds, netOf, parseIp } from '#contract/ip.ts'

/** Beyond not being a network at all. */
export function entryProblem(network: string): string | undefined {
  const { width, address } = netOf(network)
  if (width === 0) return 'This contains every address. Choose “Any address” instead.'
  return address === 0n ? 'The unspecified address cannot be allowed' : undefined
}

export function admits(networks: readonly string[], ip: string): boolean {
  const address = parseIp(ip)
  return address !== undefined && networks.some((network) => holds(bounds(netOf(network)), address))
}

/** The network that contains only this address. */
export const hostNetwork = (ip: string): string => `${ip}/${parseIp(ip)?.version === 6 ? 128 : 32}`
