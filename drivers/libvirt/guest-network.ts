// The network of a machine without OVN: each interface is alone in a network of its own, with its promised address and a way out, but
// not to the host. The service packaging/guest-network.mjs provides it, as a user of its own, whom the host's packet filter watches.
import type { Duplex } from 'node:stream'
import { DriverError } from '../driver-error.ts'
import type { MachineNic } from '../machines.ts'
import type { HostAccess } from './access/host-access.ts'
import { thisMachine } from './access/local.ts'

/** The service tries passt out before it answers. */
const TIMEOUT_MS = 15_000

/** What QEMU connects to, one socket for each interface, and the port that leads to port 22 of the first. */
export interface OpenNetwork {
  sockets: string[]
  ssh_port: number
  /** Name servers that a guest can ask: not those on the host. */
  resolvers: string[]
}

export interface GuestNetworks {
  /** Answers with the reason if there cannot be a network, in a sentence for people. */
  open(name: string, nics: readonly MachineNic[]): Promise<OpenNetwork | { problem: string }>
  /** Why machines would get no network now. */
  problem(): Promise<string | undefined>
  /** Forgets a network that nobody connected to. One in use ends with its guest. */
  close(name: string): Promise<void>
}

const NOT_RUNNING = 'The service rackwright-guests does not run on the host.'
const NO_PERMISSION = 'The server is not in the group rackwright-guests of the host.'

const talk = (socket: Duplex, request: object) =>
  new Promise<string>((resolve) => {
    let answer = ''
    const late = AbortSignal.timeout(TIMEOUT_MS)
    const giveUp = () => void socket.destroy()
    late.addEventListener('abort', giveUp)
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => (answer += text))
    socket.on('error', () => undefined)
    socket.once('close', () => {
      late.removeEventListener('abort', giveUp)
      resolve(answer)
    })
    socket.write(`${JSON.stringify(request)}\n`)
  })

/** The path is that of the service's control socket, on the host. */
export function makeGuestNetworks(path: string, access: Pick<HostAccess, 'connect'> = thisMachine): GuestNetworks {
  async function ask(request: object): Promise<Partial<OpenNetwork> & { problem?: string }> {
    let socket: Duplex
    try {
      socket = await access.connect(path)
    } catch (error) {
      // the host itself does not answer
      if (error instanceof DriverError) throw error
      return { problem: (error as NodeJS.ErrnoException).code === 'EACCES' ? NO_PERMISSION : NOT_RUNNING }
    }
    try {
      return JSON.parse(await talk(socket, request)) as Partial<OpenNetwork> & { problem?: string }
    } catch {
      return { problem: 'The service rackwright-guests does not answer.' }
    }
  }

  return {
    async open(name, nics) {
      const interfaces = nics.map(({ ip, prefix, gateway, mtu }) => ({ ip, prefix, gateway, mtu }))
      const { sockets, ssh_port, resolvers = [], problem } = await ask({ open: name, interfaces })
      return sockets && ssh_port !== undefined ? { sockets, ssh_port, resolvers } : { problem: problem ?? NOT_RUNNING }
    },
    problem: async () => (await ask({ check: true })).problem,
    async close(name) {
      await ask({ close: name })
    },
  }
}
