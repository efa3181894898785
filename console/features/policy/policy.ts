// Reading and changing policies for the access pages. A policy is replaced as a whole, so assignments left out are removed.
import type { Model, Params } from '#contract/client.ts'
import type { OperationId } from '#contract/operations.ts'
import { undoing } from '../../action/undo.ts'
import { send, type Query } from '../../api.ts'
import type { Undo } from '../../ui/overlay/toast.ts'
import { useLoad } from '../../use-api.ts'
import { useWhyNot } from '../../use-why-not.ts'
import { everyGroup } from '../group/group-queries.ts'
import { first1000ServiceAccounts } from '../service-account/service-account-queries.ts'
import { everyUser } from '../user/user-queries.ts'
import { roles, type Role } from './role-badge.tsx'

/** A project's policy has the same shape as a silo's. */
export type Policy = Model<'SiloRolePolicy'>

/** The calls that replace a policy. */
export type PolicyUpdate = Extract<
  OperationId,
  'policy_update' | 'project_policy_update' | 'silo_policy_update' | 'system_policy_update'
>

export const siloRoleMeaning: Record<Role, string> = {
  admin: 'Full control of the silo, including access',
  collaborator: 'Create projects and manage everything in them',
  viewer: 'View everything in the silo',
}

export interface Identity {
  id: string
  /** empty if the user or group no longer exists */
  name: string
  type: 'silo_user' | 'silo_group'
  isServiceAccount?: boolean
  /** where names alone are ambiguous */
  label?: string
}

export interface Holder extends Identity {
  /** strongest first; the API allows several */
  roles: Role[]
}

export const groupsFirst = (one: Identity, other: Identity) =>
  Number(other.type === 'silo_group') - Number(one.type === 'silo_group') || one.name.localeCompare(other.name)

export const kindOf = ({ type, isServiceAccount }: Identity): string =>
  type === 'silo_group' ? 'Group' : isServiceAccount ? 'Service account' : 'User'

/** Everyone who can get a role, groups first. Undefined while they load. Only administrators can tell service accounts from other users. */
export function useIdentities(): Identity[] | undefined {
  const users = useNeeded(everyUser())
  const groups = useNeeded(everyGroup())
  const isAdmin = useWhyNot('service_account_list') === undefined
  const accounts = useLoad(first1000ServiceAccounts(), { enabled: isAdmin, optional: true }).data
  const programs = new Set(accounts?.type === 'success' ? accounts.data.items.map(({ id }) => id) : [])
  if (!users || !groups) return undefined
  return [
    ...groups.items.map(({ id, displayName }) => ({ id, name: displayName, type: 'silo_group' as const })),
    ...users.items.map(({ id, displayName }) => ({
      id,
      name: displayName,
      type: 'silo_user' as const,
      isServiceAccount: programs.has(id),
    })),
  ].toSorted(groupsFirst)
}

/** Data that follows the page, which fails if the data cannot be read. */
export function useNeeded<T>(query: Query<T>): T | undefined {
  const { data, error } = useLoad(query)
  if (error && data === undefined) throw error
  return data
}

/** Everyone named in the policy, each once. */
export function holdersOf({ roleAssignments }: Policy, identities: readonly Identity[]): Holder[] {
  const holders = new Map<string, Holder>()
  for (const { identityId: id, identityType: type, roleName } of roleAssignments) {
    const known = identities.find((one) => one.id === id)
    const holder = holders.get(id) ?? { name: '', ...known, id, type, roles: [] }
    holder.roles.push(roleName)
    holders.set(id, holder)
  }
  for (const holder of holders.values()) holder.roles = roles.filter((role) => holder.roles.includes(role))
  return [...holders.values()].toSorted(groupsFirst)
}

export const without = ({ roleAssignments }: Policy, identityId: string): Policy => ({
  roleAssignments: roleAssignments.filter((one) => one.identityId !== identityId),
})

/** The identity holds this role and no other. */
export const withRole = (policy: Policy, { id, type }: Pick<Identity, 'id' | 'type'>, roleName: Role): Policy => ({
  roleAssignments: [...without(policy, id).roleAssignments, { identityId: id, identityType: type, roleName }],
})

interface Replaced {
  query: Query<Policy>
  operation: PolicyUpdate
  write: (policy: Policy) => Params<PolicyUpdate>
}

/** Puts back a policy that was replaced. */
export const undoPolicy = ({ query, operation, write }: Replaced, before: Policy, after: Policy): Undo =>
  undoing({
    query,
    isStill: (now) => textOf(now) === textOf(after),
    restore: () => send(operation, write(before)),
    done: 'Roles restored',
  })

/** The order of assignments says nothing. */
const textOf = ({ roleAssignments }: Policy) =>
  roleAssignments
    .map(({ identityId, roleName }) => `${identityId} ${roleName}`)
    .toSorted()
    .join()
