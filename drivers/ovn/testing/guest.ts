// What a test does inside a namespace that stands for a guest, or for the world outside. Not for production code.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Namespace } from './namespace.ts'

export type Protocol = 'TCP' | 'UDP'

/** What DHCP gave, by the names of busybox: ip, mask, router, dns, mtu, hostname, domain, staticroutes, lease, serverid. */
export type Lease = Record<string, string>

export interface Guest {
  name: string
  namespace: Namespace
  /** Answers on this port with its name and the address that it was asked from. */
  serve(protocol: Protocol, ...ports: number[]): Promise<void>
  /** `<name> <own address as seen there>`, or undefined without an answer. */
  ask(protocol: Protocol, ip: string, port: number): Promise<string | undefined>
  /** What its UDP services were sent. */
  heard(): Promise<Buffer[]>
  /** Whether an answer came back. */
  ping(ip: string): Promise<boolean>
  /** Configures the interface with what DHCP gives. Undefined if there is no answer. */
  dhcp(): Promise<Lease | undefined>
  /** Instead of DHCP. */
  configure(address: string, router?: string): Promise<void>
  /** The IPv4 addresses of a name, as asked from this server. For IPv6 the question is only asked. */
  resolve(host: string, server: string, type?: 'a' | 'aaaa'): Promise<string[]>
}

/** Makes a guest of a namespace whose only interface is eth0. */
export function makeGuest(namespace: Namespace, name: string): Guest {
  let agent: Agent | undefined
  const withAgent = () => (agent ??= startAgent(namespace, name))

  async function configure(address: string, router?: string): Promise<void> {
    await namespace.ip('address', 'flush', 'dev', 'eth0')
    await namespace.ip('address', 'add', address, 'dev', 'eth0')
    if (router) await namespace.ip('route', 'replace', 'default', 'via', router)
  }

  return {
    name,
    namespace,
    configure,
    async serve(protocol, ...ports) {
      for (const port of ports) {
        const answer = await withAgent()({ does: 'serve', protocol, port })
        if (answer !== 'ok') throw new Error(`${name} cannot listen on ${protocol} ${port}: ${answer}`)
      }
    },
    ask: async (protocol, ip, port) => (await withAgent()({ does: 'ask', protocol, ip, port })) || undefined,
    async heard() {
      const all = await withAgent()({ does: 'tell' })
      return all.split(' ').map((bytes) => Buffer.from(bytes, 'base64'))
    },
    async ping(ip) {
      // the second try is for the packet that is lost while addresses are still being resolved
      const { code } = await namespace.attempt('busybox', 'ping', '-c', '2', '-A', '-W', '1', '-w', '2', ip)
      return code === 0
    },
    async dhcp() {
      const script = join(import.meta.dirname, 'udhcpc.sh')
      const options = ['-i', 'eth0', '-q', '-n', '-f', '-t', '5', '-T', '1', '-s', script]
      for (const option of ['router', 'dns', 'mtu', 'hostname', 'domain', 'staticroutes']) options.push('-O', option)
      const { code, output } = await namespace.attempt('busybox', 'udhcpc', ...options)
      if (code !== 0) return undefined
      const lease: Lease = Object.fromEntries(
        [...output.matchAll(/^([a-z]\w*)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]),
      )
      await configure(`${lease.ip}/${lease.mask}`, lease.router)
      if (lease.mtu) await namespace.ip('link', 'set', 'eth0', 'mtu', lease.mtu)
      return lease
    },
    async resolve(host, server, type = 'a') {
      // a name that nobody knows is waited for this many seconds
      const { output } = await namespace.attempt('busybox', 'nslookup', '-timeout=2', `-type=${type}`, host, server)
      // the first address is the server's own
      return [...output.matchAll(/^Address(?: \d+)?:\s+([\d.]+)\s*$/gm)].map(([, ip = '']) => ip)
    },
  }
}

type Agent = (request: object) => Promise<string>

function startAgent(namespace: Namespace, name: string): Agent {
  const child: ChildProcess = namespace.spawn(process.execPath, join(import.meta.dirname, 'agent.mjs'), name)
  const waiting = new Map<number, (answer: string) => void>()
  let last = 0
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const { id, answer } = JSON.parse(line) as { id: number; answer: string }
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  child.stdin!.on('error', () => {})
  // it must not keep the tests running
  child.unref()
  return (request) =>
    new Promise((resolve) => {
      const id = ++last
      waiting.set(id, resolve)
      child.stdin!.write(`${JSON.stringify({ id, ...request })}\n`)
    })
}
