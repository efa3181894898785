// Silo administrators cannot gain fleet roles through the silo's policy or its users' passwords. For its identity
// providers see server/sign-in/fleet-grants.spec.ts.
import { beforeEach, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { samlSilo } from '../testing/identity-provider.ts'
import { talk, type Talk } from '../testing/talk.ts'
import { makeWorld, PASSWORD, type Person, type World } from '../testing/world.ts'

const password = { mode: 'password', value: PASSWORD }
const FORBIDDEN = [403, 'Forbidden', 'Forbidden']
const grant = (identity_id: unknown, role_name: string, identity_type = 'silo_user') => ({
  identity_type,
  identity_id,
  role_name,
})

const roleOf = async (caller: Person) => (await caller.raw('GET', '/v1/me')).headers.get('x-fleet-role')

const setPassword = (caller: Person, silo: string, id: unknown) =>
  caller.raw('POST', `/v1/system/identity-providers/local/users/${String(id)}/set-password?silo=${silo}`, password)

eachDatabase((_name, open) => {
  describe('fleet roles', () => {
    let world: World
    let admin: Talk
    let adminId: unknown

    beforeEach(async () => {
      world = await makeWorld(await open())
      admin = talk(world.admin)
      adminId = (await admin.get('/v1/me')).id
    })

    const makeSilo = (name: string, mapped_fleet_roles: object) =>
      admin.post('/v1/system/silos', samlSilo(name, { identity_mode: 'local_only', mapped_fleet_roles }))
    const makeUser = async (silo: string, external_id: string) =>
      (await admin.post(`/v1/system/identity-providers/local/users?silo=${silo}`, { external_id, password })).id
    const setFleet = (...role_assignments: object[]) =>
      admin.put('/v1/system/policy', { role_assignments: [grant(adminId, 'admin'), ...role_assignments] })

    test('a fleet collaborator cannot become fleet admin through a silo that maps roles', async () => {
      await makeSilo('staff', { admin: ['admin'], collaborator: ['viewer'] })
      const cole = await makeUser('staff', 'cole')
      const friend = await makeUser('staff', 'friend')
      await setFleet(grant(cole, 'collaborator'))
      const caller = talk(await world.login('staff', 'cole'))
      const policy = '/v1/system/silos/staff/policy'
      const group = grant('00000000-0000-4000-8000-000000000001', 'admin', 'silo_group')
      for (const each of [grant(cole, 'admin'), grant(friend, 'admin'), grant(friend, 'collaborator'), group])
        for (const path of [policy, '/v1/policy'])
          expect(await caller.refused('PUT', path, { role_assignments: [each] })).toEqual(FORBIDDEN)
      // allowed: roles that map to nothing, existing roles, and removing roles
      await caller.put(policy, { role_assignments: [grant(friend, 'viewer')] })
      await admin.put(policy, { role_assignments: [grant(friend, 'admin')] })
      await caller.put(policy, { role_assignments: [grant(friend, 'admin'), grant(cole, 'viewer')] })
      await caller.put(policy, { role_assignments: [grant(friend, 'collaborator')] })
      expect(await caller.refused('PUT', policy, { role_assignments: [grant(friend, 'admin')] })).toEqual(FORBIDDEN)
      await caller.put(policy, { role_assignments: [] })
    })

    test('the own user comes with the fleet role, direct or mapped', async () => {
      await makeSilo('staff', { admin: ['collaborator'] })
      const sam = await makeUser('staff', 'sam')
      const sams = await world.login('staff', 'sam')
      expect(await roleOf(world.admin)).toBe('admin')
      expect(await roleOf(sams)).toBe('none')
      await admin.put('/v1/system/silos/staff/policy', { role_assignments: [grant(sam, 'admin')] })
      expect(await roleOf(sams)).toBe('collaborator')
    })

    test('a silo admin cannot grant the fleet role that the silo maps', async () => {
      await makeSilo('staff', { admin: ['collaborator'] })
      const [sam, friend] = [await makeUser('staff', 'sam'), await makeUser('staff', 'friend')]
      const own = grant(sam, 'admin')
      await admin.put('/v1/system/silos/staff/policy', { role_assignments: [own] })
      const caller = talk(await world.login('staff', 'sam'))
      const put = (role: string) => ({ role_assignments: [own, grant(friend, role)] })
      expect(await caller.refused('PUT', '/v1/policy', put('admin'))).toEqual(FORBIDDEN)
      await caller.put('/v1/policy', put('collaborator'))
    })

    test('a silo admin cannot set the password of a user with a stronger fleet role', async () => {
      await makeSilo('staff', {})
      const [sam, boss, friend] = [
        await makeUser('staff', 'sam'),
        await makeUser('staff', 'boss'),
        await makeUser('staff', 'friend'),
      ]
      await admin.put('/v1/system/silos/staff/policy', { role_assignments: [grant(sam, 'admin')] })
      await setFleet(grant(boss, 'admin'))
      const caller = await world.login('staff', 'sam')
      expect((await setPassword(caller, 'staff', boss)).status).toBe(403)
      expect((await setPassword(caller, 'staff', friend)).status).toBe(204)
      expect((await setPassword(caller, 'staff', sam)).status).toBe(204)
      expect((await setPassword(await world.login('staff', 'boss'), 'staff', boss)).status).toBe(204)
      expect((await setPassword(world.admin, 'staff', boss)).status).toBe(204)
      await setFleet(grant(boss, 'viewer'), grant(sam, 'viewer'))
      expect((await setPassword(await world.login('staff', 'sam'), 'staff', boss)).status).toBe(204)
    })
  })
})
