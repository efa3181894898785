// Who has which role in a project and where it comes from: assigned on the project or the silo, to the user or to a group.
import { impliedProjectRole, stronger, type Role } from '#contract/role-rules.ts'
import { groupsFirst, type Identity, type Policy } from './policy.ts'
import { roles } from './role-badge.tsx'

export interface RoleSource {
  on: 'silo' | 'project'
  /** as assigned */
  role: Role
  /** the resulting project role: silo collaborators are admins of every project */
  gives: Role
  /** the group it was assigned to, unless assigned to the user directly */
  group?: Identity
}

export interface Access extends Identity {
  /** strongest first */
  sources: RoleSource[]
  effective: Role | undefined
}

export interface Policies {
  silo: Policy
  project: Policy
}

type Memberships = ReadonlyMap<string, ReadonlySet<string>>

const assignedTo = (policies: Policies, id: string): RoleSource[] =>
  (['silo', 'project'] as const).flatMap((on) =>
    policies[on].roleAssignments
      .filter(({ identityId }) => identityId === id)
      .map(({ roleName: role }) => ({ on, role, gives: (on === 'silo' && impliedProjectRole(role)) || role })),
  )

const strength = ({ gives }: RoleSource) => roles.indexOf(gives)

/** Ties list the silo first, because its roles apply to every project. */
export function accessOf(
  identity: Identity,
  policies: Policies,
  groups: readonly Identity[],
  members: Memberships,
): Access {
  const byGroup = groups
    .filter(({ id }) => members.get(id)?.has(identity.id))
    .flatMap((group) => assignedTo(policies, group.id).map((source) => ({ ...source, group })))
  const sources = [...assignedTo(policies, identity.id), ...byGroup].toSorted((a, b) => strength(a) - strength(b))
  const effective = sources.reduce<Role | undefined>((held, { gives }) => stronger(held, gives), undefined)
  return { ...identity, sources, effective }
}

/** Everyone with a role here, groups first. Includes identities in a policy that no longer exist. */
export function everyAccess(policies: Policies, identities: readonly Identity[], members: Memberships): Access[] {
  const known = new Set(identities.map(({ id }) => id))
  const unknown = [...policies.silo.roleAssignments, ...policies.project.roleAssignments]
    .filter(({ identityId }) => !known.has(identityId))
    .map(({ identityId: id, identityType: type }) => ({ id, type, name: '' }))
  const everyone = new Map([...identities, ...unknown].map((one) => [one.id, one]))
  const groups = identities.filter(({ type }) => type === 'silo_group')
  return [...everyone.values()]
    .map((one) => accessOf(one, policies, groups, members))
    .filter(({ effective }) => effective)
    .toSorted(groupsFirst)
}

/** Groups with a role in either policy. */
export const groupsIn = ({ silo, project }: Policies): string[] =>
  [
    ...new Set(
      [...silo.roleAssignments, ...project.roleAssignments]
        .filter(({ identityType }) => identityType === 'silo_group')
        .map(({ identityId }) => identityId),
    ),
  ].toSorted()

/** The silo role, assigned to the user or to one of their groups. */
export const siloRoleOf = ({ sources }: Access): Role | undefined =>
  sources.reduce<Role | undefined>((held, { on, role }) => (on === 'silo' ? stronger(held, role) : held), undefined)
