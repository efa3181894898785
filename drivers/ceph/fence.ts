// Fences a host by Ceph: nothing from its addresses is taken any more, so its guests may go on running and change nothing. The addresses
// stay blocked until what the host still runs has ended.
import { isIP } from 'node:net'
import type { Clock } from '../clock.ts'
import { DriverError } from '../driver-error.ts'
import type { Fence, FenceCall, FencedHosts } from '../fence.ts'
import type { CephTools } from './tools.ts'

export const CEPH_AGENT = 'fence_ceph'
/** Long, because the server may be away for as long as the host is. */
const BLOCKED_SECONDS = 7 * 86_400
const RENEW_MS = 6 * 86_400_000
const PROBE_SECONDS = 60
/** No host has it: RFC 5737. */
const PROBE = '192.0.2.1:0/1'

export interface CephFenceOptions {
  tools: Pick<CephTools, 'ceph' | 'tell'>
  hosts: FencedHosts
  clock: Clock
  /** Returns the addresses of every control plane that uses the pool. */
  serverAddresses(): Promise<readonly string[]>
}

interface Addresses {
  public_addrs: { addrvec: { addr: string }[] }
}

export function makeCephFence({ tools, hosts, clock, serverAddresses }: CephFenceOptions): Fence {
  /** Until when, by address. `osd blocklist ls` prints two lists, which are no JSON together. */
  const blocked = async () =>
    Object.entries((await tools.ceph<{ blocklist: Record<string, string> }>('osd', 'dump')).blocklist)
  const block = (at: string, seconds: number) => tools.tell(['osd', 'blocklist', 'add', at, String(seconds)])
  const unblock = (at: string, late?: AbortSignal) => tools.tell(['osd', 'blocklist', 'rm', at], late)

  async function missingIn(ips: readonly string[], left_ms = 0): Promise<string[]> {
    const latest = clock.now().getTime() + left_ms
    const there = (await blocked()).filter(([, until]) => Date.parse(until) > latest).map(([addr]) => addr)
    return ips.filter((ip) => !there.includes(entryOf(ip)))
  }

  /** Never an address of a control plane or of another host that answers. */
  async function mustBeAlone(sled_id: string, ips: readonly string[]) {
    const own = sharedWith(await serverAddresses(), ips)
    if (own !== undefined) throw refused(`${own} is an address of a server of this installation`)
    const others = hosts.sleds().filter((id) => id !== sled_id)
    for (const found of await Promise.all(others.map((id) => hosts.addresses(id).catch(silent)))) {
      const shared = sharedWith(found, ips)
      if (shared !== undefined) throw refused(`${shared} is an address of another host, which answers`)
    }
  }

  /** What Ceph sees of the host are these addresses and no others. */
  async function mustBeItsOwn(sled_id: string, ips: readonly string[]) {
    for (const endpoint of await endpoints()) {
      const from = await hosts.addressTowards(sled_id, endpoint)
      if (!ips.includes(from)) throw refused(`the host reaches Ceph from ${from}: add the option ip=${from}`)
    }
  }

  async function endpoints(): Promise<string[]> {
    const { osds } = await tools.ceph<{ osds: Addresses[] }>('osd', 'dump')
    const { mons } = await tools.ceph<{ mons: Addresses[] }>('mon', 'dump')
    const all = [...osds, ...mons].flatMap(({ public_addrs }) => public_addrs.addrvec.map(({ addr }) => ipIn(addr)))
    return [...new Set(all)].filter((ip) => isIP(ip) !== 0)
  }

  /** Rather on an address that nobody has than when it matters. */
  async function mustBeAllowed() {
    const isThere = async () => (await blocked()).some(([addr]) => addr === PROBE)
    await block(PROBE, PROBE_SECONDS)
    if (!(await isThere())) throw refused('Ceph has taken the address, and does not list it')
    await unblock(PROBE)
    if (await isThere()) throw refused('Ceph lists the address still, though it has let it go')
  }

  return {
    agents: async () => [CEPH_AGENT],
    isOn: (call) => answered(async () => (await missingIn(ipsOf(call))).length > 0),
    off: (call) =>
      answered(async () => {
        const ips = ipsOf(call)
        await mustBeAlone(call.sled_id, ips)
        for (const ip of ips) await block(entryOf(ip), BLOCKED_SECONDS)
      }),
    check: (call) =>
      answered(async () => {
        const ips = ipsOf(call)
        await mustBeAlone(call.sled_id, ips)
        await mustBeItsOwn(call.sled_id, ips)
        await mustBeAllowed()
      }),
    hold: (call) =>
      answered(async () => {
        for (const ip of await missingIn(ipsOf(call), RENEW_MS)) await block(entryOf(ip), BLOCKED_SECONDS)
      }),
    release: (call, late) =>
      answered(async () => {
        const ips = ipsOf(call)
        const there = (await blocked()).map(([addr]) => addr)
        for (const ip of ips) if (there.includes(entryOf(ip))) await unblock(entryOf(ip), late)
        if ((await missingIn(ips)).length < ips.length) throw refused('Ceph still blocks the host')
      }),
  }
}

const refused = (why: string) => new DriverError('refused', why)

const silent = (error: unknown): string[] => {
  if (error instanceof DriverError && error.code === 'host') return []
  throw error
}

/** To whoever waits for a fence, a Ceph that is away cannot fence. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DriverError && error.code === 'host') throw refused(error.message)
    throw error
  }
}

/** From all of its ports, whatever connects. */
const entryOf = (ip: string) => (isIP(ip) === 6 ? `[${ip}]:0/0` : `${ip}:0/0`)

/** Without the port: `10.0.0.1:6789/0`, `[fd00::1]:6789/0`. */
const ipIn = (addr: string) => addr.replace(/:\d+(\/\d+)?$/, '').replaceAll(/[[\]]/g, '')

const sharedWith = (addresses: readonly string[], ips: readonly string[]) => ips.find((ip) => addresses.includes(ip))

function ipsOf({ options }: FenceCall): string[] {
  const other = options.find((option) => !option.startsWith('ip='))
  if (other !== undefined) throw refused(`${CEPH_AGENT} has no option ${other.slice(0, other.indexOf('='))}`)
  const ips = options.map((option) => option.slice('ip='.length))
  const bad = ips.find((ip) => isIP(ip) === 0)
  if (bad !== undefined) throw refused(`"${bad}" is not an IP address`)
  if (ips.length === 0) throw refused('give the address that the host has towards Ceph: ip=10.0.0.1')
  return ips
}
