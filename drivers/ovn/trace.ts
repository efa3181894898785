// Asks OVN what would happen to a packet (`ovn-trace`, which reads the southbound database and sends nothing).
import { execFile } from 'node:child_process'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Trace, TracedPacket } from '../network.ts'
import { type Known, lookUp } from './trace-ends.ts'
import { holds, isIpv4, prefixOf } from './ipv4.ts'
import type { OvsdbCertificates } from './ovsdb.ts'

const TIMEOUT_MS = 5_000
const MAX_OUTPUT_BYTES = 1024 * 1024
/** Answers for each firewall and each translation on the way. One without an answer counts as a connection that exists already. */
const NEW_CONNECTION = Array<string>(8).fill('--ct=new')
/** The address of somebody outside. It matters to nobody. */
const ANY_MAC = '02:00:00:00:00:01'
const ANY_PORT = 40_000

export interface TraceOptions {
  northbound: string
  southbound: string
  certificates?: OvsdbCertificates | undefined
  clock: Clock
}

export const makeTrace =
  (options: TraceOptions) =>
  async (packet: TracedPacket): Promise<Trace> => {
    const flow = flowOf(packet, await lookUp(options, packet))
    if ('why' in flow) return { is_delivered: false, output: flow.why }
    const output = await run(options, flow.match)
    return { is_delivered: isDelivered(packet, output), output }
  }

/** As an expression, or why no packet can be sent. Every value is checked, because it becomes part of an expression. */
export function flowOf(packet: TracedPacket, known: Known): { match: string } | { why: string } {
  const ends = packet.from.type === 'interface' ? fromInside(packet, known) : fromOutside(packet, known)
  if ('why' in ends) return ends
  const { inport, ethSrc, ethDst, src, dst } = ends
  if (![src, dst].every((ip) => /^[\d.]+$/.test(ip))) return { why: 'OVN carries IPv4 only.' }
  const conditions = [
    `inport == "${inport}"`,
    `eth.src == ${ethSrc}`,
    `eth.dst == ${ethDst}`,
    `ip4.src == ${src}`,
    `ip4.dst == ${dst}`,
    'ip.ttl == 64',
    ...transportOf(packet),
  ]
  return { match: conditions.join(' && ') }
}

interface Ends {
  inport: string
  ethSrc: string
  ethDst: string
  src: string
  dst: string
}

function fromInside({ to }: TracedPacket, known: Known): Ends | { why: string } {
  const { from } = known
  if (!from) return { why: 'The network has no port for the interface that sends.' }
  const dst = to.type === 'outside' ? to.ip : known.to?.ip
  if (dst === undefined) return { why: 'The network has no port for the interface that receives.' }
  const isNear = known.to !== undefined && isIpv4(dst) && holds(prefixOf(from.subnet), prefixOf(dst))
  return {
    inport: from.name,
    ethSrc: from.mac,
    ethDst: isNear ? known.to!.mac : from.routerMac,
    src: from.ip,
    dst,
  }
}

function fromOutside({ from }: TracedPacket, { entrance }: Known): Ends | { why: string } {
  if (from.type !== 'outside' || !entrance) return { why: 'Nothing outside leads to this interface.' }
  return { inport: entrance.localnet, ethSrc: ANY_MAC, ethDst: entrance.mac, src: from.ip, dst: entrance.ip }
}

function transportOf({ protocol, port }: TracedPacket): string[] {
  if (protocol === 'ICMP') return ['icmp4.type == 8', 'icmp4.code == 0']
  const name = protocol === 'TCP' ? 'tcp' : 'udp'
  return [`${name}.src == ${ANY_PORT}`, `${name}.dst == ${Number(port)}`]
}

/** To an interface: that of the destination, or of the machine that a route names. To the outside: also when it leaves. */
export function isDelivered({ to }: TracedPacket, output: string): boolean {
  const types = [...output.matchAll(/output to "[^"]*", type "([^"]*)"/g)].map(([, type]) => type)
  return types.includes('') || (to.type === 'outside' && types.includes('localnet'))
}

function run({ southbound, certificates }: TraceOptions, match: string): Promise<string> {
  const files = certificates && [
    `--private-key=${certificates.privateKey}`,
    `--certificate=${certificates.certificate}`,
    `--ca-cert=${certificates.authority}`,
  ]
  const args = [`--db=${southbound}`, ...(files ?? []), ...NEW_CONNECTION, match]
  const limits = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const
  return new Promise((resolve, reject) => {
    execFile('ovn-trace', args, limits, (error, output, complaint) => {
      if (!error) resolve(output)
      else if (error.killed) reject(new DriverError('host', `ovn-trace took more than ${TIMEOUT_MS / 1000} seconds`))
      else if (error.code === 'ENOENT') reject(new DriverError('host', 'ovn-trace is not installed'))
      else reject(new DriverError('host', `ovn-trace: ${complaint.trim() || error.message}`))
    })
  })
}
