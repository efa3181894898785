// Authorization test cases for switch ports, their settings, address lots, loopback addresses, BGP and BFD.
import type { addressLot } from '#contract/address-lot.ts'
import type { bfd } from '#contract/bfd.ts'
import type { bgp } from '#contract/bgp.ts'
import type { loopbackAddress } from '#contract/loopback-address.ts'
import type { switchPortSettings } from '#contract/switch-port-settings.ts'
import type { switchPort } from '#contract/switch-port.ts'
import { row, type Cases } from '../authz-row.ts'
import { fleetThing, onFleet } from '../authz-rules.ts'
import { must, type Named, type Prepared } from '../authz-world.ts'
import { portSettings } from '../fabric.ts'
import { naming } from './vpc.ts'

const networking = '/v1/system/networking'
const numberOf = (w: Prepared) => Number(w.fresh('number').slice('number-'.length))

/** Blocks must not overlap, not even across lots. */
function lotBody(w: Prepared) {
  const n = numberOf(w)
  const address = `10.230.${n >> 8}.${n & 255}`
  return { ...naming(w), kind: 'infra', blocks: [{ first_address: address, last_address: address }] }
}

async function makeLot(w: Prepared): Promise<Named & { address: string }> {
  const body = lotBody(w)
  const { lot } = (await must(w.operator, 'POST', `${networking}/address-lot`, body)) as unknown as { lot: Named }
  return { ...lot, address: body.blocks[0]!.first_address }
}

const rackOf = async ({ world }: Prepared) =>
  (await world.host.db.read.selectFrom('rack').select('id').executeTakeFirstOrThrow()).id

async function loopbackBody(w: Prepared) {
  const lot = await makeLot(w)
  const where = { rack_id: await rackOf(w), switch_location: 'switch0' }
  return { address_lot: lot.id, ...where, address: lot.address, mask: 32, anycast: false }
}

async function makeLoopback(w: Prepared) {
  const body = await loopbackBody(w)
  await must(w.operator, 'POST', `${networking}/loopback-address`, body)
  return body
}

const makeSet = (w: Prepared): Promise<Named> =>
  must(w.operator, 'PUT', `${networking}/bgp-announce-set`, { ...naming(w), announcement: [] })

const configBody = (w: Prepared, set: Named) => ({
  ...naming(w),
  asn: 65_000 + numberOf(w),
  bgp_announce_set_id: set.id,
})

const makeConfig = async (w: Prepared): Promise<Named> =>
  must(w.operator, 'POST', `${networking}/bgp`, configBody(w, await makeSet(w)))

async function makeSettings(w: Prepared): Promise<Named> {
  const body = portSettings(w.fresh('settings'))
  const made = await must(w.operator, 'POST', `${networking}/switch-port-settings`, body)
  return (made as unknown as { settings: Named }).settings
}

const PORT = 'qsfp3'
interface Applied {
  settings: Named
  at: { rack_id: string; switch_location: string }
  lldp: { id: string; enabled: boolean }
}

/** Settings applied to the port that the cases are about. */
async function applied(w: Prepared): Promise<Applied> {
  const settings = await makeSettings(w)
  const at = { rack_id: await rackOf(w), switch_location: 'switch0' }
  const port = `/v1/system/hardware/switch-port/${PORT}`
  await must(w.operator, 'POST', `${port}/settings?${new URLSearchParams(at)}`, { port_settings: settings.id })
  const { body } = await w.operator.raw('GET', `${port}/lldp/config?${new URLSearchParams(at)}`)
  return { settings, at, lldp: body as unknown as Applied['lldp'] }
}

const hiddenPort = { hidden: `switch-port with name "${PORT}"` }
const atPort = (_: Prepared, { at }: Applied) => ({ path: { port: PORT }, query: at, ...hiddenPort })
const atLot = (_: Prepared, lot: Named) => ({
  path: { address_lot: lot.id },
  hidden: `address-lot with id "${lot.id}"`,
})
const atSet = (_: Prepared, set: Named) => ({
  path: { announce_set: set.id },
  hidden: `bgp-announce-set with id "${set.id}"`,
})
const withAsn = () => ({ query: { asn: '65000' } })
const session = { remote: '10.0.0.1', switch: 'switch0' }

export const fabric: Cases<
  | keyof typeof addressLot
  | keyof typeof bfd
  | keyof typeof bgp
  | keyof typeof loopbackAddress
  | keyof typeof switchPort
  | keyof typeof switchPortSettings
> = {
  networking_address_lot_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  networking_address_lot_create: row({ rule: onFleet('collaborator'), call: (w) => ({ body: lotBody(w) }) }),
  networking_address_lot_delete: row({ rule: fleetThing('admin'), make: makeLot, call: atLot }),
  networking_address_lot_block_list: row({ rule: fleetThing('viewer'), make: makeLot, call: atLot }),

  networking_loopback_address_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  networking_loopback_address_create: row({
    rule: onFleet('admin'),
    make: loopbackBody,
    call: (_, body) => ({ body }),
  }),
  networking_loopback_address_delete: row({
    rule: fleetThing('admin'),
    make: makeLoopback,
    call: (_, { rack_id, switch_location, address }) => ({
      path: { rack_id, switch_location, address, subnet_mask: '32' },
      hidden: `loopback-address with name "${address}/32"`,
    }),
  }),

  networking_bgp_config_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  networking_bgp_config_create: row({
    rule: onFleet('admin'),
    make: makeSet,
    call: (w, set) => ({ body: configBody(w, set) }),
  }),
  networking_bgp_config_delete: row({
    rule: fleetThing('admin'),
    make: makeConfig,
    call: (_, { id }) => ({ query: { name_or_id: id }, hidden: `bgp-config with id "${id}"` }),
  }),
  networking_bgp_announce_set_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  networking_bgp_announce_set_update: row({
    rule: onFleet('admin'),
    call: (w) => ({ body: { ...naming(w), announcement: [] } }),
  }),
  networking_bgp_announce_set_delete: row({ rule: fleetThing('admin'), make: makeSet, call: atSet }),
  networking_bgp_announcement_list: row({ rule: fleetThing('viewer'), make: makeSet, call: atSet }),
  networking_bgp_exported: row({ rule: onFleet('viewer'), call: () => ({}) }),
  networking_bgp_message_history: row({ rule: onFleet('viewer'), call: withAsn }),
  networking_bgp_imported_routes_ipv4: row({ rule: onFleet('viewer'), call: withAsn }),
  networking_bgp_status: row({ rule: onFleet('viewer'), call: () => ({}) }),

  networking_bfd_enable: row({
    rule: onFleet('admin'),
    call: () => ({ body: { ...session, detection_threshold: 3, required_rx: 300_000, mode: 'single_hop' } }),
  }),
  networking_bfd_disable: row({ rule: onFleet('admin'), call: () => ({ body: session }) }),
  networking_bfd_status: row({ rule: onFleet('viewer'), call: () => ({}) }),

  networking_switch_port_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  networking_switch_port_apply_settings: row({
    rule: fleetThing('admin'),
    make: applied,
    call: (w, made) => ({ ...atPort(w, made), body: { port_settings: made.settings.id } }),
  }),
  networking_switch_port_clear_settings: row({ rule: fleetThing('admin'), make: applied, call: atPort }),
  networking_switch_port_status: row({ rule: fleetThing('viewer'), make: applied, call: atPort }),
  networking_switch_port_lldp_config_view: row({ rule: fleetThing('viewer'), make: applied, call: atPort }),
  networking_switch_port_lldp_config_update: row({
    rule: fleetThing('admin'),
    make: applied,
    call: (w, made) => ({ ...atPort(w, made), body: made.lldp }),
  }),
  networking_switch_port_lldp_neighbors: row({
    rule: fleetThing('viewer'),
    make: applied,
    call: (_, { at }) => ({ path: { ...at, port: PORT }, ...hiddenPort }),
  }),

  networking_switch_port_settings_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  networking_switch_port_settings_create: row({
    rule: onFleet('admin'),
    call: (w) => ({ body: portSettings(w.fresh('settings')) }),
  }),
  networking_switch_port_settings_delete: row({
    rule: onFleet('admin'),
    make: makeSettings,
    call: (_, { id }) => ({ query: { port_settings: id } }),
  }),
  networking_switch_port_settings_view: row({
    rule: fleetThing('viewer'),
    make: makeSettings,
    call: (_, { id }) => ({ path: { port: id }, hidden: `switch-port-settings with id "${id}"` }),
  }),
}
