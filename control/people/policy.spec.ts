// Policies and roles through the API, on every database.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const user = (n: number, role_name: string) => ({ identity_type: 'silo_user', identity_id: id(n), role_name })
const group = (n: number, role_name: string) => ({ identity_type: 'silo_group', identity_id: id(n), role_name })

eachDatabase((_name, open) => {
  describe('policies', () => {
    let world: World
    let admin: Person
    let mine: { identity_type: string; identity_id: string; role_name: string }
    beforeAll(async () => {
      world = await makeWorld(await open())
      admin = world.admin
      await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      const me = (await admin.raw('GET', '/v1/me')).body.id as string
      mine = { identity_type: 'silo_user', identity_id: me, role_name: 'admin' }
    })

    test('a project starts empty; PUT replaces all entries, without duplicates, ordered by role and identity', async () => {
      const path = '/v1/projects/web/policy'
      expect((await admin.raw('GET', path)).body).toEqual({ role_assignments: [] })
      const given = [
        user(3, 'viewer'),
        group(2, 'viewer'),
        user(9, 'admin'),
        user(3, 'viewer'),
        user(3, 'collaborator'),
      ]
      const stored = {
        role_assignments: [user(9, 'admin'), user(3, 'collaborator'), group(2, 'viewer'), user(3, 'viewer')],
      }
      const put = await admin.raw('PUT', path, { role_assignments: given })
      expect(put.status).toBe(200)
      expect(put.body).toEqual(stored)
      expect((await admin.raw('GET', path)).body).toEqual(stored)
      expect((await admin.raw('PUT', path, { role_assignments: [] })).body).toEqual({ role_assignments: [] })
    })

    test('64 entries are accepted, 65 and unknown roles are refused', async () => {
      const path = '/v1/projects/web/policy'
      const many = Array.from({ length: 65 }, (_, n) => user(n, 'viewer'))
      expect((await admin.raw('PUT', path, { role_assignments: many.slice(1) })).status).toBe(200)
      const refused = await admin.raw('PUT', path, { role_assignments: many })
      expect(refused.status).toBe(400)
      expect(refused.body.error_code).toBeUndefined()
      expect(refused.body.message).toMatch(
        /^unable to parse JSON body: .*invalid length 65, expected a list of at most 64 role assignments at line 1 column \d+$/,
      )
      const odd = await admin.raw('PUT', path, { role_assignments: [user(1, 'owner')] })
      expect(odd.body.message).toMatch(/^unable to parse JSON body: /)
      const { role_assignments } = (await admin.raw('GET', path)).body as { role_assignments: unknown[] }
      expect(role_assignments).toHaveLength(64)
    })

    const builtIn = () =>
      world.host.db.read
        .selectFrom('role_assignment')
        .selectAll()
        .where('identity_type', '=', 'user_builtin')
        .orderBy('identity_id')
        .execute()

    test('the fleet policy neither shows nor touches built-in users', async () => {
      const before = await builtIn()
      expect(before).toHaveLength(6)
      expect((await admin.raw('GET', '/v1/system/policy')).body).toEqual({ role_assignments: [mine] })
      const put = await admin.raw('PUT', '/v1/system/policy', { role_assignments: [mine, user(1, 'viewer')] })
      expect(put.body).toEqual({ role_assignments: [mine, user(1, 'viewer')] })
      expect(await builtIn()).toEqual(before)
    })

    test('both paths to the own silo return the same policy', async () => {
      const put = await admin.raw('PUT', '/v1/policy', { role_assignments: [mine, group(7, 'collaborator')] })
      expect(put.body).toEqual({ role_assignments: [mine, group(7, 'collaborator')] })
      expect((await admin.raw('GET', '/v1/system/silos/recovery/policy')).body).toEqual(put.body)
    })

    test('callers can lock themselves out by emptying a policy', async () => {
      const { admin: last } = await makeWorld(await open())
      expect((await last.raw('PUT', '/v1/system/policy', { role_assignments: [] })).status).toBe(200)
      expect((await last.raw('GET', '/v1/system/policy')).body).toMatchObject({ error_code: 'Forbidden' })
    })

    test('ten roles, paged by resource and role', async () => {
      const { items } = (await admin.raw('GET', '/v1/system/roles')).body as { items: { name: string }[] }
      expect(items.map(({ name }) => name)).toEqual([
        'fleet.admin',
        'fleet.collaborator',
        'fleet.external-authenticator',
        'fleet.viewer',
        'project.admin',
        'project.collaborator',
        'project.viewer',
        'silo.admin',
        'silo.collaborator',
        'silo.viewer',
      ])
      const first = (await admin.raw('GET', '/v1/system/roles?limit=4')).body as { items: object[]; next_page: string }
      const rest = (await admin.raw('GET', `/v1/system/roles?page_token=${first.next_page}`)).body.items as object[]
      expect([...first.items, ...rest]).toEqual(items)
      expect((await admin.raw('GET', '/v1/system/roles/silo.viewer')).body).toEqual(items.at(-1))
      expect((await admin.raw('GET', '/v1/system/roles/silo.owner')).body).toMatchObject({
        error_code: 'ObjectNotFound',
        message: 'not found: role-builtin with name "silo.owner"',
      })
    })

    test('built-in users, by name and by id', async () => {
      const { items } = (await admin.raw('GET', '/v1/system/users-builtin')).body as { items: Record<string, string>[] }
      expect(items.map(({ name, id: each }) => [name, each!.slice(-4)])).toEqual([
        ['db-init', '0001'],
        ['external-authn', '0003'],
        ['internal-api', '0002'],
        ['internal-read', '4ead'],
        ['saga-recovery', '3a8a'],
        ['service-balancer', 'bac3'],
      ])
      expect(Object.keys(items[0]!).sort()).toEqual(['description', 'id', 'name', 'time_created', 'time_modified'])
      expect((await admin.raw('GET', '/v1/system/users-builtin/db-init')).body).toEqual(items[0])
      const byId = await admin.raw('GET', '/v1/system/users-builtin/001de000-05e4-4000-8000-000000003a8a')
      expect(byId.body.name).toBe('saga-recovery')
      expect((await admin.raw('GET', '/v1/system/users-builtin/nobody')).body.message).toBe(
        'not found: user-builtin with name "nobody"',
      )
      expect(world.errors).toEqual([])
    })
  })
})
