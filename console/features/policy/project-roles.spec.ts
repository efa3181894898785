// Effective roles: the strongest one applies, wherever it comes from.
import { expect, test } from 'vitest'
import { accessOf, everyAccess, groupsIn, siloRoleOf } from './project-roles.ts'
import type { Identity, Policy } from './policy.ts'

const user = (id: string): Identity => ({ id, name: id, type: 'silo_user' })
const group = (id: string): Identity => ({ id, name: id, type: 'silo_group' })
const policy = (...given: [string, 'silo_user' | 'silo_group', 'admin' | 'collaborator' | 'viewer'][]): Policy => ({
  roleAssignments: given.map(([identityId, identityType, roleName]) => ({ identityId, identityType, roleName })),
})
const identities = [group('ops'), group('idle'), user('ada'), user('bob'), user('cyd'), user('dan')]
const members = new Map([['ops', new Set(['bob', 'cyd'])]])
const policies = {
  silo: policy(['ada', 'silo_user', 'viewer'], ['ops', 'silo_group', 'collaborator']),
  project: policy(['ada', 'silo_user', 'collaborator'], ['cyd', 'silo_user', 'viewer'], ['gone', 'silo_user', 'admin']),
}
const find = (id: string) => everyAccess(policies, identities, members).find((one) => one.id === id)

test('groups first, then every user with a role; users without one are not listed', () => {
  expect(everyAccess(policies, identities, members).map(({ id }) => id)).toEqual(['ops', 'gone', 'ada', 'bob', 'cyd'])
})

test('the stronger of silo and project', () => {
  expect(find('ada')).toMatchObject({ effective: 'collaborator' })
  expect(find('ada')?.sources.map(({ on, role }) => `${on}.${role}`)).toEqual(['project.collaborator', 'silo.viewer'])
})

test('a silo collaborator administers its projects, even through a group', () => {
  expect(find('ops')?.effective).toBe('admin')
  expect(find('bob')).toMatchObject({ effective: 'admin', sources: [{ on: 'silo', role: 'collaborator' }] })
  expect(find('bob')?.sources[0]?.group?.id).toBe('ops')
  expect(find('cyd')?.sources.map(({ gives }) => gives)).toEqual(['admin', 'viewer'])
})

test('a user without roles', () => {
  expect(accessOf(user('dan'), policies, [group('ops')], members)).toMatchObject({ effective: undefined, sources: [] })
})

test('the silo role is distinct from the project role it implies', () => {
  expect(siloRoleOf(find('cyd')!)).toBe('collaborator')
  expect(siloRoleOf(find('gone')!)).toBeUndefined()
})

test('the groups whose members matter', () => {
  expect(groupsIn(policies)).toEqual(['ops'])
})
