// Keeps silo administrators from gaining fleet roles: nobody can grant or take over a fleet role above their own unless they can
// write the fleet policy. See docs/decisions/0008-fleet-roles-through-silos.md.
import type { RowOf } from '../db/database.ts'
import { actorOf, type Ctx } from '../frame/context.ts'
import { forbidden } from '../frame/errors.ts'
import { atLeast, loadActor, mayFleet, stronger, type Role } from '../frame/authz.ts'

type Silo = Pick<RowOf<'silo'>, 'id' | 'name' | 'mapped_fleet_roles'>
interface Assignment {
  identity_type: string
  identity_id: string
  role_name: Role
}

/** The strongest fleet role that a role on the silo maps to. */
function mappedRole({ mapped_fleet_roles }: Silo, held: Role): Role | undefined {
  let fleet: Role | undefined
  for (const [siloRole, fleetRoles] of Object.entries(mapped_fleet_roles))
    if (atLeast(held, siloRole as Role)) for (const role of fleetRoles) fleet = stronger(fleet, role)
  return fleet
}

function rolesByIdentity(silo: Silo, assignments: readonly Assignment[]): Map<string, Role> {
  const roles = new Map<string, Role>()
  for (const { identity_type, identity_id, role_name } of assignments) {
    const key = `${identity_type} ${identity_id}`
    const fleet = stronger(roles.get(key), mappedRole(silo, role_name))
    if (fleet) roles.set(key, fleet)
  }
  return roles
}

/** A silo policy that grants anyone a new fleet role counts as a change to the fleet's policy. */
export function assertMayGrant(
  ctx: Ctx,
  silo: Silo,
  before: readonly Assignment[],
  after: readonly Assignment[],
): void {
  if (mayFleet(actorOf(ctx), 'modify')) return
  const held = rolesByIdentity(silo, before)
  for (const [identity, role] of rolesByIdentity(silo, after))
    if (!atLeast(held.get(identity), role)) throw forbidden({ id: silo.id, name: silo.name, silo_id: silo.id })
}

/** Setting a user's password makes it possible to log in as that user. */
export async function assertMayTakeOver(ctx: Ctx, silo: Silo, userId: string): Promise<void> {
  const { id: silo_id, name: silo_name, mapped_fleet_roles } = silo
  const identity = { id: userId, external_id: '', silo_id, silo_name, mapped_fleet_roles }
  const { fleet } = await loadActor(ctx.db, identity)
  if (fleet && !atLeast(actorOf(ctx).fleet, fleet)) throw forbidden({ id: userId, silo_id })
}

/** Adding an identity provider makes it possible to log in as every user of the silo, in every group. */
export async function assertMayTakeOverAll(ctx: Ctx, silo: Silo): Promise<void> {
  const inSilo = (table: 'silo_user' | 'silo_group') =>
    ctx.db.selectFrom(table).select('id').where('silo_id', '=', silo.id)
  const direct = await ctx.db
    .selectFrom('role_assignment')
    .select('role_name')
    .where('resource_type', '=', 'fleet')
    .where((is) => is.or([is('identity_id', 'in', inSilo('silo_user')), is('identity_id', 'in', inSilo('silo_group'))]))
    .execute()
  const strongest = direct.reduce<Role | undefined>(
    (fleet, { role_name }) => stronger(fleet, role_name as Role),
    mappedRole(silo, 'admin'),
  )
  if (strongest && !atLeast(actorOf(ctx).fleet, strongest))
    throw forbidden({ id: silo.id, name: silo.name, silo_id: silo.id })
}
