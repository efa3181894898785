// Reading and changing a policy: other assignments stay in it.
import { expect, test } from 'vitest'
import { isOnlyAdmin } from './only-admin-names.ts'
import { holdersOf, withRole, without, type Identity, type Policy } from './policy.ts'

const identities: Identity[] = [
  { id: 'u1', name: 'ada', type: 'silo_user' },
  { id: 'u2', name: 'grace', type: 'silo_user' },
  { id: 'g1', name: 'operators', type: 'silo_group' },
]
const policy: Policy = {
  roleAssignments: [
    { identityId: 'u2', identityType: 'silo_user', roleName: 'viewer' },
    { identityId: 'u1', identityType: 'silo_user', roleName: 'viewer' },
    { identityId: 'u1', identityType: 'silo_user', roleName: 'admin' },
    { identityId: 'g1', identityType: 'silo_group', roleName: 'collaborator' },
    { identityId: 'gone', identityType: 'silo_user', roleName: 'viewer' },
  ],
}

test('each holder once, groups first, then by name, roles strongest first', () => {
  expect(holdersOf(policy, identities).map(({ name, roles }) => [name, roles])).toEqual([
    ['operators', ['collaborator']],
    ['', ['viewer']],
    ['ada', ['admin', 'viewer']],
    ['grace', ['viewer']],
  ])
})

test('a new role replaces all roles of the identity and leaves the others unchanged', () => {
  const { roleAssignments } = withRole(policy, { id: 'u1', type: 'silo_user' }, 'collaborator')
  expect(roleAssignments.filter(({ identityId }) => identityId === 'u1')).toEqual([
    { identityId: 'u1', identityType: 'silo_user', roleName: 'collaborator' },
  ])
  expect(roleAssignments).toHaveLength(4)
})

test('removing deletes all roles of one identity', () => {
  expect(without(policy, 'u1').roleAssignments.map(({ identityId }) => identityId)).toEqual(['u2', 'g1', 'gone'])
})

test('the only admin is the one whose removal leaves none', () => {
  expect(isOnlyAdmin(policy, 'u1')).toBe(true)
  expect(isOnlyAdmin(policy, 'u2')).toBe(false)
  expect(isOnlyAdmin(withRole(policy, { id: 'g1', type: 'silo_group' }, 'admin'), 'u1')).toBe(false)
  expect(isOnlyAdmin(without(policy, 'u1'), 'u1')).toBe(false)
})
