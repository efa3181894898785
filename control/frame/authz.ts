// Permissions: roles on the fleet, silos and projects, held directly or through groups, and what they imply.
import { atLeast, impliedProjectRole, projectNeeds, stronger, type Action, type Role } from '#contract/role-rules.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

export const FLEET_ID = '001de000-1334-4000-8000-000000000000'

export { atLeast, stronger, type Action, type Role }

/** The limits of an access token. They apply together. */
export interface TokenScope {
  read_only: boolean
  project_id: string | null
  role: Exclude<Role, 'admin'> | null
}

/** What the caller authenticated with. */
export interface Credential {
  kind: 'session_cookie' | 'access_token'
  id: string
}

export interface Actor {
  id: string
  external_id: string
  silo_id: string
  silo_name: string
  credential?: Credential | undefined
  /** When the credential expires, in milliseconds since the epoch. Using a session extends it; most tokens have no expiry. */
  expires?: number | undefined
  /** The limits of the access token. The roles below already respect them. */
  scope?: TokenScope | undefined
  /** An administrator has set a password that the user must replace. */
  mustChangePassword?: boolean | undefined
  /** The silo requires a second factor, which this user does not have. */
  mustEnroll?: boolean | undefined
  /** From when on that will be so, during the grace period. */
  mustEnrollFrom?: string | undefined
  fleet: Role | undefined
  silo: Role | undefined
  /** Roles held directly and through groups; projectRole adds what the silo role implies. */
  projects: ReadonlyMap<string, Role>
}

export interface Identity {
  id: string
  external_id: string
  silo_id: string
  silo_name: string
  mapped_fleet_roles: Partial<Record<Role, Role[]>>
}

const rolesOf = prepared((db, { user }: { user: string }) =>
  db
    .selectFrom('role_assignment')
    .select(['resource_type', 'resource_id', 'role_name'])
    .where((is) =>
      is.or([
        is.and([is('identity_type', '=', 'silo_user'), is('identity_id', '=', user)]),
        is.and([
          is('identity_type', '=', 'silo_group'),
          is(
            'identity_id',
            'in',
            is.selectFrom('silo_group_member').select('silo_group_id').where('silo_user_id', '=', user),
          ),
        ]),
      ]),
    ),
)

export async function loadActor(db: Queries, user: Identity): Promise<Actor> {
  const held = await rolesOf(db, { user: user.id })

  let fleet: Role | undefined
  let silo: Role | undefined
  const projects = new Map<string, Role>()
  for (const { resource_type, resource_id, role_name } of held) {
    const role = role_name as Role
    if (resource_type === 'fleet') fleet = stronger(fleet, role)
    else if (resource_type === 'silo' && resource_id === user.silo_id) silo = stronger(silo, role)
    else if (resource_type === 'project') projects.set(resource_id, stronger(projects.get(resource_id), role)!)
  }
  for (const [siloRole, fleetRoles] of Object.entries(user.mapped_fleet_roles)) {
    if (!atLeast(silo, siloRole as Role)) continue
    for (const role of fleetRoles) fleet = stronger(fleet, role)
  }
  const { id, external_id, silo_id, silo_name } = user
  return { id, external_id, silo_id, silo_name, fleet, silo, projects }
}

export const atMost = (role: Role | undefined, limit: Role | null | undefined): Role | undefined =>
  limit && atLeast(role, limit) ? limit : role

export interface ProjectScope {
  id: string
  silo_id: string
}

/** Fleet roles imply nothing here: operators have no access to projects outside their own silo. */
export function projectRole(actor: Actor, project: ProjectScope): Role | undefined {
  if (project.silo_id !== actor.silo_id) return undefined
  const held = stronger(impliedProjectRole(actor.silo), actor.projects.get(project.id))
  // a collaborator of the silo is an admin of its projects, which a token limited to collaborator must not be
  return atMost(held, actor.scope?.role)
}

export const mayProject = (actor: Actor, project: ProjectScope, action: Action) =>
  atLeast(projectRole(actor, project), projectNeeds[action])

/** For resources in a project: callers who can create them can also change them. */
export const mayInProject = (actor: Actor, project: ProjectScope, action: Action) =>
  mayProject(actor, project, action === 'read' || action === 'list_children' ? 'read' : 'create_child')

/** Members can read their own silo. Fleet roles apply to the silo itself but not to its contents. */
export function maySilo(actor: Actor, siloId: string, action: Action): boolean {
  const own = actor.silo_id === siloId
  switch (action) {
    case 'read':
      return own || atLeast(actor.fleet, 'viewer')
    case 'list_children':
      return own && atLeast(actor.silo, 'viewer')
    case 'create_child':
      return own && atLeast(actor.silo, 'collaborator')
    case 'modify':
      return (own && atLeast(actor.silo, 'admin')) || atLeast(actor.fleet, 'collaborator')
  }
}

/** For users, identity providers and certificates. A fleet collaborator can create and delete silos but not administer them. */
export const mayAdministerSilo = (actor: Actor, siloId: string) =>
  (actor.silo_id === siloId && atLeast(actor.silo, 'admin')) || atLeast(actor.fleet, 'admin')

export function mayFleet(actor: Actor, action: Action): boolean {
  const needed: Record<Action, Role> = {
    read: 'viewer',
    list_children: 'viewer',
    create_child: 'admin',
    modify: 'admin',
  }
  return atLeast(actor.fleet, needed[action])
}
