// The demo's uplinks: two ports with BGP sessions to the site's routers, watched by BFD, and a port that waits for its cable.
import { type Demo, type Task, task } from './task.ts'

const ASN = 64_512
const ROUTER_ASN = 65_010

const link = (name: string) => ({
  autoneg: false,
  fec: 'rs' as const,
  mtu: 9000,
  speed: 'speed100_g' as const,
  lldp: { enabled: true, linkName: name, systemName: 'rackwright', systemDescription: 'Rack switch' },
})

const peer = (addr: string) => ({
  addr,
  bgpConfig: 'site',
  interfaceName: 'phy0',
  allowedExport: { type: 'no_filtering' as const },
  allowedImport: { type: 'no_filtering' as const },
  communities: [],
  connectRetry: 3,
  delayOpen: 0,
  enforceFirstAs: false,
  holdTime: 6,
  idleHoldTime: 3,
  keepalive: 2,
  remoteAsn: ROUTER_ASN,
})

const uplinks = [
  { name: 'uplink-a', at: 'switch0', address: '198.18.0.1/30', router: '198.18.0.2' },
  { name: 'uplink-b', at: 'switch1', address: '198.18.0.5/30', router: '198.18.0.6' },
] as const

async function addUplinks({ admin }: Demo): Promise<void> {
  const infra = { name: 'infrastructure', description: 'Links and loopbacks of the rack', kind: 'infra' as const }
  const blocks = [{ firstAddress: '198.18.0.0', lastAddress: '198.18.0.63' }]
  await admin('networking_address_lot_create', { body: { ...infra, blocks } })
  const pool = { name: 'instances', description: 'What the pools are cut from', kind: 'pool' as const }
  const announced = { firstAddress: '203.0.113.0', lastAddress: '203.0.113.255' }
  await admin('networking_address_lot_create', { body: { ...pool, blocks: [announced] } })
  const set = { name: 'customers', description: 'What the world can reach' }
  const announcement = [{ addressLotBlock: pool.name, network: '203.0.113.0/24' }]
  await admin('networking_bgp_announce_set_update', { body: { ...set, announcement } })
  const site = { name: 'site', description: 'Towards the routers of the site', asn: ASN, bgpAnnounceSetId: set.name }
  await admin('networking_bgp_config_create', { body: site })

  const { items: racks } = await admin('rack_list')
  const rackId = racks[0]!.id
  for (const [n, { name, at, address, router }] of uplinks.entries()) {
    const body = {
      name,
      description: `To ${router}`,
      portConfig: { geometry: 'qsfp28x1' as const },
      groups: [],
      links: { phy0: link(name) },
      interfaces: {},
      routes: {},
      bgpPeers: { phy0: { peers: [peer(router)] } },
      addresses: { phy0: { addresses: [{ address, addressLot: infra.name }] } },
    }
    await admin('networking_switch_port_settings_create', { body })
    const path = { port: 'qsfp30' }
    const query = { rackId, switchLocation: at }
    await admin('networking_switch_port_apply_settings', { path, query, body: { portSettings: name } })
    const loopback = { address: `198.18.0.${33 + n}`, addressLot: infra.name, anycast: false, mask: 32, rackId }
    await admin('networking_loopback_address_create', { body: { ...loopback, switchLocation: at } })
    const watch = {
      detectionThreshold: 3,
      mode: 'single_hop' as const,
      remote: router,
      requiredRx: 300_000,
      switch: at,
    }
    await admin('networking_bfd_enable', { body: watch })
  }
}

/** Ready for the second line. */
async function addSpare({ admin }: Demo): Promise<void> {
  const body = {
    name: 'second-line',
    description: 'Applied when the cable is in',
    portConfig: { geometry: 'qsfp28x1' as const },
    groups: [],
    links: { phy0: link('second-line') },
    interfaces: {},
    routes: { phy0: { routes: [{ dst: '0.0.0.0/0', gw: '198.18.0.10' }] } },
    bgpPeers: {},
    addresses: { phy0: { addresses: [{ address: '198.18.0.9/30', addressLot: 'infrastructure' }] } },
  }
  await admin('networking_switch_port_settings_create', { body })
}

export const fabric = (): Task[] => [task(30, '09:40', addUplinks), task(12, '15:20', addSpare)]
