// Hosts and databases of the network that are down or lag behind.
import type { NetworkPart } from '#drivers/network.ts'
import { actorOf } from '../../frame/context.ts'
import { networkParts } from '../system-network.ts'
import { found, isOperator, type Found, type Reader } from './scope.ts'

export async function networkProblems(ctx: Reader): Promise<Found[]> {
  if (!isOperator(actorOf(ctx))) return []
  return (await networkParts(ctx.host)).flatMap((part) => {
    const facts = factsOf(part)
    return facts ? [found({ ...facts, target_name: part.name })] : []
  })
}

function factsOf({ kind, state }: NetworkPart): Pick<Found, 'kind' | 'severity'> | undefined {
  if (state === 'up') return undefined
  if (state === 'lagging') return { kind: 'network_lagging', severity: 'warning' }
  return { kind: kind === 'host' ? 'network_host_down' : 'network_database_down', severity: 'error' }
}
