// The network of a machine without OVN: each interface is alone in a network of its own, with its promised address and a way out, but
// not to the host. The service packaging/guest-network.mjs provides it, as a user of its own, whom the host's packet filter watches.
import { connect } from 'node:net'
import type { MachineNic } from '../machines.ts'

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

/** The path is that of the service's control socket. */
export function makeGuestNetworks(path: string): GuestNetworks {
  const ask = (request: object) =>
    new Promise<Partial<OpenNetwork> & { problem?: string }>((resolve) => {
      let answer = ''
      const fail = (problem: string) => resolve({ problem })
      const socket = connect(path)
      socket.setEncoding('utf8').setTimeout(TIMEOUT_MS, () => socket.destroy())
      socket.on('data', (text: string) => (answer += text))
      socket.once('error', ({ code }: NodeJS.ErrnoException) => fail(code === 'EACCES' ? NO_PERMISSION : NOT_RUNNING))
      socket.once('close', () => {
        try {
          resolve(JSON.parse(answer) as OpenNetwork)
        } catch {
          fail('The service rackwright-guests does not answer.')
        }
      })
      socket.write(`${JSON.stringify(request)}\n`)
    })

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
