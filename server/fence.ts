// What ends hosts that do not answer: the agents of the operator, and Ceph if the volumes are there.
import { hostname, networkInterfaces } from 'node:os'
import { CEPH_AGENT, makeCephFence } from '#drivers/ceph/fence.ts'
import { noteServer, serverAddressesIn } from '#drivers/ceph/mark.ts'
import { type CephPool, makeTools } from '#drivers/ceph/tools.ts'
import { makeFenceAgents } from '#drivers/fence-agents/fence-agents.ts'
import { type Fence, type FencedHosts, withAgent } from '#drivers/fence.ts'
import { clock } from './clock.ts'

/** Where Debian installs them. */
const FOLDER = '/usr/sbin'
/** Management controllers are slow: an agent waits until the host is off. */
const TIMEOUT_MS = 90_000

export async function openFence(pool: CephPool | undefined): Promise<(hosts: FencedHosts) => Fence> {
  const agents = makeFenceAgents({ folder: FOLDER, timeoutMs: TIMEOUT_MS })
  if (!pool) return () => agents
  // other servers of the installation must not fence this one
  await noteServer(pool, hostname(), ownAddresses())
  const serverAddresses = async () => [...ownAddresses(), ...(await serverAddressesIn(pool))]
  return (hosts) =>
    withAgent(CEPH_AGENT, makeCephFence({ tools: makeTools(pool), hosts, clock, serverAddresses }), agents)
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address))
