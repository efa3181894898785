// Switches made up of configuration and time: links come up, neighbors answer, and sessions establish after a few seconds.
// Every report follows from the configuration and from how long each part of it has been unchanged.
import type { Clock } from '../clock.ts'
import type { BgpSession, Fabric, LinkSpec, LldpNeighbor, PeerSpec, PortSpec, SwitchAt, SwitchSpec } from '../fabric.ts'
import { historyOf, importsOf, remoteAsn } from './bgp.ts'

const LINK_UP_MS = 2000
const BGP_STEP_MS = 1000
const BGP_STEPS = ['connect', 'open_sent', 'open_confirm', 'established'] as const
const BFD_INIT_MS = 1000
const BFD_UP_MS = 2000
/** How often an LLDP neighbor sends. */
const LLDP_INTERVAL_MS = 30_000

export interface SwitchState {
  spec: SwitchSpec
  /** Since when each part has been as it is. */
  since: Record<string, number>
}
type State = SwitchState

/** Where switches keep their configuration. The server has its database, so that every replica reports the same. */
export interface SwitchStore {
  find(at: SwitchAt): Promise<SwitchState | undefined>
  /** One change at a time for each switch; `work` may run more than once. */
  change(at: SwitchAt, work: (state: SwitchState | undefined) => SwitchState): Promise<void>
}

export function makeMemorySwitches(): SwitchStore {
  const states = new Map<string, SwitchState>()
  return {
    find: async (at) => states.get(keyOf(at)),
    change: async (at, work) => void states.set(keyOf(at), structuredClone(work(states.get(keyOf(at))))),
  }
}

const keyOf = ({ rack_id, location }: SwitchAt) => `${rack_id} ${location}`
const iso = (time: number) => new Date(time).toISOString()

/** A change of LLDP does not take the link down, nor a change of routes the session. */
const linkKey = ({ port_name, geometry }: PortSpec, link: LinkSpec) =>
  JSON.stringify(['link', port_name, geometry, { ...link, lldp: null }])
const lldpKey = ({ port_name }: PortSpec, { link_name }: LinkSpec) => JSON.stringify(['lldp', port_name, link_name])
const peerKey = ({ port_name }: PortSpec, peer: PeerSpec) =>
  JSON.stringify(['peer', port_name, { ...peer, exports: null, imports: null }])
const bfdKey = (session: object) => JSON.stringify(['bfd', session])

function keysOf({ ports, bfd }: SwitchSpec): string[] {
  return [
    ...ports.flatMap((port) => port.links.map((link) => linkKey(port, link))),
    ...ports.flatMap((port) => port.links.filter(({ lldp }) => lldp.enabled).map((link) => lldpKey(port, link))),
    ...ports.flatMap((port) => port.peers.map((peer) => peerKey(port, peer))),
    ...bfd.map(bfdKey),
  ]
}

const portOf = (state: State, port_name: string) => state.spec.ports.find((port) => port.port_name === port_name)

export interface SimulatedFabricOptions {
  clock: Clock
  /** Without it the configuration ends with the process. */
  store?: SwitchStore
}

export function makeSimulatedFabric({ clock, store = makeMemorySwitches() }: SimulatedFabricOptions): Fabric {
  const now = () => clock.now().getTime()
  const stateOf = async (at: SwitchAt): Promise<State> =>
    (await store.find(at)) ?? { spec: { ports: [], loopbacks: [], bfd: [] }, since: {} }
  const sinceOf = ({ since }: State, key: string) => since[key] ?? now()

  /** Infinity for a link without a speed, which never comes up. */
  const upAt = (state: State, port: PortSpec, link: LinkSpec) =>
    link.speed === 'speed0_g' ? Infinity : sinceOf(state, linkKey(port, link)) + LINK_UP_MS

  /** When the first link came up that an interface of this name can use. */
  function reachableAt(state: State, port: PortSpec, interface_name: string): number {
    const own = port.links.filter((link) => link.link_name === interface_name)
    return Math.min(...(own.length > 0 ? own : port.links).map((link) => upAt(state, port, link)))
  }

  function session(state: State, port: PortSpec, peer: PeerSpec, id: number): BgpSession {
    const configured = sinceOf(state, peerKey(port, peer))
    const start = Math.max(configured, reachableAt(state, port, peer.interface_name))
    const facts = { addr: peer.addr, local_asn: peer.local_asn, remote_asn: remoteAsn(peer) }
    const none = { exported: [], imported: [] }
    if (now() < start) {
      return {
        ...facts,
        ...none,
        state: 'idle',
        state_duration_millis: now() - configured,
        down_since: iso(configured),
        history: [],
      }
    }
    const step = Math.min(Math.floor((now() - start) / BGP_STEP_MS), BGP_STEPS.length - 1)
    const isEstablished = step === BGP_STEPS.length - 1
    const exchanged = isEstablished ? { exported: peer.exports, imported: importsOf(peer, id) } : none
    const times = {
      opened: start + BGP_STEP_MS,
      confirmed: start + 2 * BGP_STEP_MS,
      established: start + 3 * BGP_STEP_MS,
    }
    return {
      ...facts,
      ...exchanged,
      state: BGP_STEPS[step]!,
      state_duration_millis: now() - start - step * BGP_STEP_MS,
      down_since: isEstablished ? null : iso(configured),
      history: historyOf(peer, times, now()),
    }
  }

  function neighbor(state: State, port: PortSpec, link: LinkSpec): LldpNeighbor {
    const first = Math.max(upAt(state, port, link), sinceOf(state, lldpKey(port, link)))
    const last = first + Math.floor((now() - first) / LLDP_INTERVAL_MS) * LLDP_INTERVAL_MS
    return {
      local_port: `${port.port_name}/${link.link_name}`,
      chassis_id: `SIM-NEIGHBOR-${port.port_name}`,
      link_name: link.link_name,
      link_description: `to ${link.lldp.system_name ?? 'rack'} ${link.lldp.link_name ?? port.port_name}`,
      system_name: `sim-neighbor-${port.port_name}`,
      system_description: 'simulated neighbor',
      // every address in the world outside is made up, so the neighbor names none but its peers'
      management_ip: port.peers.slice(0, 1).map(({ addr }) => `${addr}/${addr.includes(':') ? 128 : 32}`),
      first_seen: iso(first),
      last_seen: iso(last),
    }
  }

  const isUp = (state: State, port: PortSpec, link: LinkSpec) => now() >= upAt(state, port, link)

  return {
    async configure(at, spec) {
      await store.change(at, (state) => {
        const kept = keysOf(spec).map((key) => [key, state?.since[key] ?? now()])
        return { spec, since: Object.fromEntries(kept) as Record<string, number> }
      })
    },

    async links(at, port_name) {
      const state = await stateOf(at)
      const port = portOf(state, port_name)
      return (port?.links ?? []).map((link) => {
        const { link_name, speed, autoneg, fec, mtu } = link
        const up = isUp(state, port!, link)
        const since = iso(up ? upAt(state, port!, link) : sinceOf(state, linkKey(port!, link)))
        return { link_name, state: up ? ('up' as const) : ('down' as const), since, speed, autoneg, fec, mtu }
      })
    },

    async lldpNeighbors(at, port_name) {
      const state = await stateOf(at)
      const port = portOf(state, port_name)
      const links = (port?.links ?? []).filter((link) => link.lldp.enabled && isUp(state, port!, link))
      return links.map((link) => neighbor(state, port!, link))
    },

    async bgpSessions(at) {
      const state = await stateOf(at)
      const peers = state.spec.ports.flatMap((port) => port.peers.map((peer) => ({ port, peer })))
      return peers.map(({ port, peer }, n) => session(state, port, peer, n + 1))
    },

    /** A session needs a link that is up, whichever it is. */
    async bfdSessions(at) {
      const state = await stateOf(at)
      const ups = state.spec.ports.flatMap((port) => port.links.map((link) => upAt(state, port, link)))
      return state.spec.bfd.map((spec) => {
        const start = Math.max(sinceOf(state, bfdKey(spec)), Math.min(...ups))
        const age = now() - start
        return { remote: spec.remote, state: age >= BFD_UP_MS ? 'up' : age >= BFD_INIT_MS ? 'init' : 'down' }
      })
    },
  }
}
