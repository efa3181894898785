// What ends hosts that do not answer: the agents of the operator, and Ceph if the volumes are there.
import { networkInterfaces } from 'node:os'
import { CEPH_AGENT, makeCephFence } from '#drivers/ceph/fence.ts'
import { makeServerNotes } from '#drivers/ceph/server-notes.ts'
import { type CephPool, makeTools } from '#drivers/ceph/tools.ts'
import { makeFenceAgents } from '#drivers/fence-agents/fence-agents.ts'
import { type Fence, type FencedHosts, withAgent } from '#drivers/fence.ts'
import type { Log } from '#control/frame/ports/host.ts'
import { clock } from './clock.ts'

/** Where Debian installs them. */
const FOLDER = '/usr/sbin'
/** Management controllers are slow: an agent waits until the host is off. */
const TIMEOUT_MS = 90_000
/** An address that this server gains is protected from others after so long. */
const NOTE_MS = 60_000

export async function openFence(pool: CephPool | undefined, log: Log): Promise<(hosts: FencedHosts) => Fence> {
  const agents = makeFenceAgents({ folder: FOLDER, timeoutMs: TIMEOUT_MS })
  if (!pool) return () => agents
  const tools = makeTools(pool)
  const notes = makeServerNotes(tools, clock)
  // other servers of the installation must not fence this one
  await notes.note(ownAddresses())
  const warn = (error: unknown) => log.warn('the addresses of this server were not noted', { error: String(error) })
  setInterval(() => void notes.note(ownAddresses()).catch(warn), NOTE_MS).unref()
  const serverAddresses = async () => [...ownAddresses(), ...(await notes.addresses())]
  return (hosts) => withAgent(CEPH_AGENT, makeCephFence({ tools, hosts, clock, serverAddresses }), agents)
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address))
