// What the API accepts as an entry of the allow list, and whether a list lets an address in.
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

/** The network that holds this address alone. */
export const hostNetwork = (ip: string): string => `${ip}/${parseIp(ip)?.version === 6 ? 128 : 32}`
