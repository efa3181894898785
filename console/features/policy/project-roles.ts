// Who has which role in a project, and where from: given on the project or on the silo, to the person or to a group.
import { impliedProjectRole, stronger, type Role } from '#contract/role-rules.ts'
import { groupsFirst, roles, type Identity, type Policy } from './policy.ts'

export interface RoleSource {
  on: 'silo' | 'project'
  /** as it was given */
  role: Role
  /** what it comes to here: a collaborator of the silo administers every project */
  gives: Role
  /** the group that it was given to, when it was not given to the person */
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

const givenTo = (policies: Policies, id: string): RoleSource[] =>
  (['silo', 'project'] as const).flatMap((on) =>
    policies[on].roleAssignments
      .filter(({ identityId }) => identityId === id)
      .map(({ roleName: role }) => ({ on, role, gives: (on === 'silo' && impliedProjectRole(role)) || role })),
  )

const strength = ({ gives }: RoleSource) => roles.indexOf(gives)

/** Ties keep the silo first: it holds for every project. */
export function accessOf(
  identity: Identity,
  policies: Policies,
  groups: readonly Identity[],
  members: Memberships,
): Access {
  const byGroup = groups
    .filter(({ id }) => members.get(id)?.has(identity.id))
    .flatMap((group) => givenTo(policies, group.id).map((source) => ({ ...source, group })))
  const sources = [...givenTo(policies, identity.id), ...byGroup].toSorted((a, b) => strength(a) - strength(b))
  const effective = sources.reduce<Role | undefined>((held, { gives }) => stronger(held, gives), undefined)
  return { ...identity, sources, effective }
}

/** Everybody who has a role here, groups first. Whoever is named in a policy is listed even when nobody knows them. */
export function everyAccess(policies: Policies, identities: readonly Identity[], members: Memberships): Access[] {
  const known = new Set(identities.map(({ id }) => id))
  const unknown = [...policies.silo.roleAssignments, ...policies.project.roleAssignments]
    .filter(({ identityId }) => !known.has(identityId))
    .map(({ identityId: id, identityType: type }) => ({ id, type, name: '' }))
  const everybody = new Map([...identities, ...unknown].map((one) => [one.id, one]))
  const groups = identities.filter(({ type }) => type === 'silo_group')
  return [...everybody.values()]
    .map((one) => accessOf(one, policies, groups, members))
    .filter(({ effective }) => effective)
    .toSorted(groupsFirst)
}

/** The groups that hold a role in either policy. */
export const groupsIn = ({ silo, project }: Policies): string[] =>
  [
    ...new Set(
      [...silo.roleAssignments, ...project.roleAssignments]
        .filter(({ identityType }) => identityType === 'silo_group')
        .map(({ identityId }) => identityId),
    ),
  ].toSorted()

/** The role on the silo, given to the person or to a group of theirs. */
export const siloRoleOf = ({ sources }: Access): Role | undefined =>
  sources.reduce<Role | undefined>((held, { on, role }) => (on === 'silo' ? stronger(held, role) : held), undefined)
