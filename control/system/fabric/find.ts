// Finds fleet-wide resources: address lots, BGP configurations, announce sets, port settings, switches.
import type { Role } from '../../frame/authz.ts'
import type { Queries, RowOf } from '../../db/database.ts'
import type { Ctx } from '../../frame/context.ts'
import { invalidRequest, isUuid, notFound } from '../../frame/errors.ts'
import { assertFleet, assertFleetThing } from '../../frame/fleet.ts'

type NamedTable = 'address_lot' | 'bgp_config' | 'bgp_announce_set' | 'switch_port_settings'

/** Undefined when there is none. The caller authorizes. */
export async function byNameOrId<T extends NamedTable>(
  db: Queries,
  table: T,
  selector: string,
): Promise<RowOf<T> | undefined> {
  // Kysely cannot type a generic table name; all of these have an id and a name
  const rows = db.selectFrom(table as 'address_lot').selectAll()
  const row = await rows.where(isUuid(selector) ? 'id' : 'name', '=', selector).executeTakeFirst()
  return row as unknown as RowOf<T> | undefined
}

export async function findNamed<T extends NamedTable>(
  ctx: Ctx,
  table: T,
  selector: string,
  role: Role,
): Promise<RowOf<T>> {
  const label = table.replaceAll('_', '-')
  assertFleetThing(ctx, label, selector, role)
  const row = await byNameOrId(ctx.db, table, selector)
  if (!row) throw notFound(label, selector)
  return row
}

/** For writes that only a switch could carry out. */
export function mustHaveSwitches(ctx: Ctx) {
  if (ctx.host.can.has_switches) return
  assertFleet(ctx, 'admin')
  throw invalidRequest('This rack has no switches: its machines use the network of their host.')
}

export type SwitchLocation = RowOf<'switch'>['location']

export function locationOf(text: string): SwitchLocation {
  if (text !== 'switch0' && text !== 'switch1') throw invalidRequest('Switch location must be switch0 or switch1')
  return text
}

/** Every switch of every rack, in a stable order. */
export const allSwitches = (db: Queries) =>
  db.selectFrom('switch').select(['rack_id', 'location']).distinct().orderBy('rack_id').orderBy('location').execute()
