// Whom users of a silo can ask for access.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeSilo, makeUser } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'

const role = (identity_id: string, role_name: string) => ({ identity_type: 'silo_user', identity_id, role_name })

eachDatabase((_name, open) => {
  describe('the administrators of a silo', () => {
    let world: World
    beforeEach(async () => {
      world = await makeWorld(await open())
    })

    test('are named for a user without any role, and those of other silos are not', async () => {
      await makeSilo(world.admin, 'acme')
      const newcomer = (await makeUser(world, 'acme', 'newcomer')).person
      const list = async () => (await newcomer.raw('GET', '/rackwright/silo-admins')).body
      expect(await list()).toEqual({ items: [] })
      const [zoe, ada, viewer] = [
        (await makeUser(world, 'acme', 'zoe')).id,
        (await makeUser(world, 'acme', 'ada')).id,
        (await makeUser(world, 'acme', 'viewer')).id,
      ]
      const role_assignments = [role(zoe, 'admin'), role(ada, 'admin'), role(viewer, 'viewer')]
      const { status } = await world.admin.raw('PUT', '/v1/system/silos/acme/policy', { role_assignments })
      expect(status).toBe(200)
      expect(await list()).toEqual({ items: [{ display_name: 'ada' }, { display_name: 'zoe' }] })
      expect((await world.admin.raw('GET', '/rackwright/silo-admins')).body).toEqual({
        items: [{ display_name: 'admin' }],
      })
    })

    test('include the members of a group that administers it', async () => {
      await makeSilo(world.admin, 'acme')
      const { id: user, person } = await makeUser(world, 'acme', 'member')
      const { id: silo_id } = (await world.admin.raw('GET', '/v1/system/silos/acme')).body as { id: string }
      const [id, time] = [world.host.random.uuid(), world.clock.now().toISOString()]
      await world.host.db.transaction(async (tx) => {
        const group = { id, silo_id, external_id: 'ops', time_created: time, time_modified: time }
        await tx.insertInto('silo_group').values(group).execute()
        await tx.insertInto('silo_group_member').values({ silo_group_id: id, silo_user_id: user }).execute()
      })
      await world.admin.raw('PUT', '/v1/system/silos/acme/policy', {
        role_assignments: [{ identity_type: 'silo_group', identity_id: id, role_name: 'admin' }],
      })
      expect((await person.raw('GET', '/rackwright/silo-admins')).body).toEqual({ items: [{ display_name: 'member' }] })
    })
  })
})
