// The hosts and databases of the network, for operators.
import type { systemNetwork as operations } from '#contract/system-network.ts'
import type { NetworkPart } from '#drivers/network.ts'
import type { Handlers, Host } from '../frame/context.ts'
import { assertFleet } from '../frame/fleet.ts'
import { napping } from '../frame/ports/clock.ts'

/** A request must not wait as long as the network may take. */
const ANSWER_MS = 3_000

export const systemNetwork = {
  async system_network_view(ctx) {
    assertFleet(ctx, 'viewer')
    return { network: ctx.host.networkKind, parts: await networkParts(ctx.host) }
  },
} satisfies Handlers<keyof typeof operations>

/** Hosts first. A network that does not answer in time is a database that is down. */
export async function networkParts({ network, clock }: Pick<Host, 'network' | 'clock'>): Promise<NetworkPart[]> {
  const nap = new AbortController()
  const late = napping(clock, ANSWER_MS, nap.signal).then(() => [UNKNOWN])
  const parts = await Promise.race([network.parts(), late])
  nap.abort()
  return parts.toSorted((a, b) => b.kind.localeCompare(a.kind) || a.name.localeCompare(b.name))
}

const UNKNOWN: NetworkPart = { kind: 'database', name: 'northbound', state: 'down', version: null, address: null }
