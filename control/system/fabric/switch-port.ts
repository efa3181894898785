// Ports of the switches: which settings are applied to each, and the state of their links. LLDP is in switch-port-lldp.ts.
import type { Role } from '../../frame/authz.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import type { Ctx, Handlers } from '../../frame/context.ts'
import { conflict, invalidRequest, notFound } from '../../frame/errors.ts'
import { page } from '../../frame/page.ts'
import type { Random } from '../../frame/ports/host.ts'
import { FLEET } from '../../frame/subject.ts'
import { assertFleet, assertFleetThing } from '../../frame/fleet.ts'
import { findNamed, locationOf, mustHaveSwitches, type SwitchLocation } from './find.ts'

const PORTS_PER_SWITCH = 32
const PORT_NAMES = Array.from({ length: PORTS_PER_SWITCH }, (_, n) => `qsfp${n}`)

type PortRow = RowOf<'switch_port'>

export interface PortSelector {
  port: string
  rack_id: string
  switch_location: string
}

/** A switch that replaces another takes over the ports at its place. */
export async function registerPorts(
  { db, random }: { db: Queries; random: Random },
  rack_id: string,
  switch_location: SwitchLocation,
): Promise<void> {
  const known = await db
    .selectFrom('switch_port')
    .select('port_name')
    .where('rack_id', '=', rack_id)
    .where('switch_location', '=', switch_location)
    .execute()
  const missing = PORT_NAMES.filter((name) => !known.some(({ port_name }) => port_name === name))
  if (missing.length === 0) return
  const rows = missing.map((port_name) => ({ id: random.uuid(), rack_id, switch_location, port_name }))
  await db.insertInto('switch_port').values(rows).execute()
}

export async function findPort(ctx: Ctx, selector: PortSelector, role: Role): Promise<PortRow> {
  const { port, rack_id, switch_location } = selector
  assertFleetThing(ctx, 'switch-port', port, role)
  const row = await ctx.db
    .selectFrom('switch_port')
    .selectAll()
    .where('rack_id', '=', rack_id)
    .where('switch_location', '=', locationOf(switch_location))
    .where('port_name', '=', port)
    .executeTakeFirst()
  if (!row) throw notFound('switch-port', port)
  return row
}

export const subjectOfPort = ({ id, switch_location, port_name }: PortRow) => ({
  id,
  name: `${switch_location} ${port_name}`,
})

/** A switch has one AS number. Call it after writing the settings. */
export async function assertOneAsn(db: Queries, at: Pick<PortRow, 'rack_id' | 'switch_location'>): Promise<void> {
  const rows = await db
    .selectFrom('switch_port')
    .innerJoin('switch_port_settings_bgp_peer as peer', 'peer.port_settings_id', 'switch_port.port_settings_id')
    .innerJoin('bgp_config', 'bgp_config.id', 'peer.bgp_config_id')
    .select('bgp_config.asn')
    .distinct()
    .where('switch_port.rack_id', '=', at.rack_id)
    .where('switch_port.switch_location', '=', at.switch_location)
    .orderBy('bgp_config.asn')
    .execute()
  if (rows.length > 1) {
    const asns = rows.map(({ asn }) => asn).join(', ')
    throw conflict(`BGP peers on ${at.switch_location} must have the same ASN, not ${asns}`)
  }
}

export const switchPort = {
  async networking_switch_port_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    return page(query, ctx.db.selectFrom('switch_port').selectAll(), 'switch_port')
  },

  async networking_switch_port_apply_settings(ctx, { path, query, body }) {
    mustHaveSwitches(ctx)
    const port = await findPort(ctx, { ...path, ...query }, 'admin')
    ctx.subject(subjectOfPort(port), FLEET)
    const settings = await findNamed(ctx, 'switch_port_settings', body.port_settings, 'admin')
    await setSettings(ctx, port, settings.id)
    await assertOneAsn(ctx.db, port)
  },

  async networking_switch_port_clear_settings(ctx, { path, query }) {
    const port = await findPort(ctx, { ...path, ...query }, 'admin')
    ctx.subject(subjectOfPort(port), FLEET)
    await setSettings(ctx, port, null)
  },

  async networking_switch_port_status(ctx, { path, query }) {
    assertFleetThing(ctx, 'switch-port', path.port)
    if (!PORT_NAMES.includes(path.port)) throw invalidRequest(`invalid port name: ${path.port}`)
    if (!/^switch[01]$/.test(query.switch_location))
      throw invalidRequest(`invalid switch name ${query.switch_location}`)
    const { rack_id, switch_location, port_name } = await findPort(ctx, { ...path, ...query }, 'viewer')
    const links = await ctx.host.fabric.links({ rack_id, location: switch_location }, port_name)
    return { port_name, switch_location, links }
  },
} satisfies Handlers<
  | 'networking_switch_port_list'
  | 'networking_switch_port_apply_settings'
  | 'networking_switch_port_clear_settings'
  | 'networking_switch_port_status'
>

async function setSettings(ctx: Ctx, { id }: PortRow, port_settings_id: string | null): Promise<void> {
  await ctx.db.updateTable('switch_port').set({ port_settings_id }).where('id', '=', id).execute()
  ctx.poke('fabric')
}
