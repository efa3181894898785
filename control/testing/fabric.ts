// A world with switches: shorthands for the fabric operations, and a loop to run by hand.
import { fabricLoop } from '../reconcile/fabric.ts'
import type { Database } from '../db/database.ts'
import type { Host } from '../frame/context.ts'
import { makeWorld, type Reply, type World } from './world.ts'

export const NETWORKING = '/v1/system/networking'
export const SETTINGS = `${NETWORKING}/switch-port-settings`
const PORTS = '/v1/system/hardware/switch-port'

const lldp = { enabled: true, link_name: 'uplink', system_name: 'rack' }
export const link = { autoneg: false, mtu: 9000, speed: 'speed100_g', fec: 'rs', lldp }

/** One link named phy0. */
export const portSettings = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: '',
  port_config: { geometry: 'qsfp28x1' },
  groups: [],
  links: { phy0: link },
  interfaces: {},
  routes: {},
  bgp_peers: {},
  addresses: {},
  ...more,
})

export const peer = (addr: string, bgp_config: string, more: Record<string, unknown> = {}) => ({
  addr,
  bgp_config,
  interface_name: 'phy0',
  allowed_export: { type: 'no_filtering' },
  allowed_import: { type: 'no_filtering' },
  communities: [],
  connect_retry: 3,
  delay_open: 0,
  enforce_first_as: false,
  hold_time: 6,
  idle_hold_time: 3,
  keepalive: 2,
  ...more,
})

export const block = (first_address: string, last_address: string) => ({ first_address, last_address })

/** Status and message of a reply: `409 announce set in use`. */
export async function said(reply: Promise<Reply>): Promise<string> {
  const { status, body } = await reply
  return `${status} ${(body as Reply['body'] | undefined)?.message ?? ''}`.trim()
}

/** Port settings with these peers on their only link. */
export const withPeers = (...peers: object[]) => ({ bgp_peers: { phy0: { peers } } })

export interface FabricWorld extends World {
  rack: string
  get(path: string): Promise<Reply>
  post(path: string, body: unknown): Promise<Reply>
  lot(name: string, ...blocks: ReturnType<typeof block>[]): Promise<Reply>
  announce(name: string, ...announcement: { address_lot_block: string; network: string }[]): Promise<Reply>
  /** With an announce set of the same name, which must exist. */
  bgp(name: string, asn: number, set?: string): Promise<Reply>
  settings(name: string, more?: Record<string, unknown>): Promise<Reply>
  port(port: string, location: string, part: string, method?: string, body?: unknown): Promise<Reply>
  apply(settings: string, port: string, location?: string): Promise<Reply>
  /** Configures the switches and advances time. */
  settle(milliseconds?: number): Promise<void>
}

export async function makeFabricWorld(db: Database, options: Partial<Host> = {}): Promise<FabricWorld> {
  const world = await makeWorld(db, options)
  const rack = (await db.read.selectFrom('rack').select('id').executeTakeFirstOrThrow()).id
  const post = (path: string, body: unknown) => world.admin.raw('POST', path, body)
  const port: FabricWorld['port'] = (name, switch_location, part, method = 'GET', body) => {
    const query = new URLSearchParams({ rack_id: rack, switch_location })
    return world.admin.raw(method, `${PORTS}/${name}/${part}?${query}`, body)
  }
  return {
    ...world,
    rack,
    post,
    port,
    get: (path) => world.admin.raw('GET', path),
    lot: (name, ...blocks) => post(`${NETWORKING}/address-lot`, { name, description: '', kind: 'infra', blocks }),
    announce: (name, ...announcement) =>
      world.admin.raw('PUT', `${NETWORKING}/bgp-announce-set`, { name, description: '', announcement }),
    bgp: (name, asn, set = name) => post(`${NETWORKING}/bgp`, { name, description: '', asn, bgp_announce_set_id: set }),
    settings: (name, more) => post(SETTINGS, portSettings(name, more)),
    apply: (settings, name, location = 'switch0') =>
      port(name, location, 'settings', 'POST', { port_settings: settings }),
    async settle(milliseconds = 0) {
      await fabricLoop(world.host).step()
      await world.clock.advance(milliseconds)
    },
  }
}
