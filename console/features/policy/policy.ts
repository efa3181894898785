// What a policy says about people and groups, as the access pages read and change it. A policy is written whole: what is left
// out of it is taken away.
import type { Model } from '#contract/client.ts'
import { useData } from '../../api.ts'
import { everyGroup } from '../group/group-queries.ts'
import { everyUser } from '../user/user-queries.ts'

/** Of a silo; a project's has the same shape. */
export type Policy = Model<'SiloRolePolicy'>
export type Role = Policy['roleAssignments'][number]['roleName']

/** Strongest first. */
export const roles = ['admin', 'collaborator', 'viewer'] as const satisfies readonly Role[]

export interface Identity {
  id: string
  /** empty when nobody here is known by that id */
  name: string
  type: 'silo_user' | 'silo_group'
}

export interface Holder extends Identity {
  /** strongest first; the API allows several */
  roles: Role[]
}

export const groupsFirst = (one: Identity, other: Identity) =>
  Number(other.type === 'silo_group') - Number(one.type === 'silo_group') || one.name.localeCompare(other.name)

/** Everybody a role can be given to, groups first. Needs everyUser and everyGroup in the page's loader. */
export function useIdentities(): Identity[] {
  const people = useData(everyUser()).items
  const groups = useData(everyGroup()).items
  return [
    ...groups.map(({ id, displayName }) => ({ id, name: displayName, type: 'silo_group' as const })),
    ...people.map(({ id, displayName }) => ({ id, name: displayName, type: 'silo_user' as const })),
  ].toSorted(groupsFirst)
}

/** Who is named in the policy, each once. */
export function holdersOf({ roleAssignments }: Policy, identities: readonly Identity[]): Holder[] {
  const holders = new Map<string, Holder>()
  for (const { identityId: id, identityType: type, roleName } of roleAssignments) {
    const holder = holders.get(id) ?? { id, type, name: identities.find((one) => one.id === id)?.name ?? '', roles: [] }
    holder.roles.push(roleName)
    holders.set(id, holder)
  }
  for (const holder of holders.values()) holder.roles = roles.filter((role) => holder.roles.includes(role))
  return [...holders.values()].toSorted(groupsFirst)
}

/** The strongest role that any of these identities holds. */
export const roleIn = ({ roleAssignments }: Policy, ids: readonly string[]): Role | undefined =>
  roles.find((role) =>
    roleAssignments.some(({ identityId, roleName }) => roleName === role && ids.includes(identityId)),
  )

export const without = ({ roleAssignments }: Policy, identityId: string): Policy => ({
  roleAssignments: roleAssignments.filter((one) => one.identityId !== identityId),
})

/** The identity holds this role and no other. */
export const withRole = (policy: Policy, { id, type }: Pick<Identity, 'id' | 'type'>, roleName: Role): Policy => ({
  roleAssignments: [...without(policy, id).roleAssignments, { identityId: id, identityType: type, roleName }],
})

/** The API takes no longer list. */
export const MOST_ASSIGNMENTS = 64
