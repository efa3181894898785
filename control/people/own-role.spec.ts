// The caller's own roles through the API, on every database.
import { expect, test } from 'vitest'
import { makeSilo, makeUser, must } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { talk } from '../testing/talk.ts'
import { makeWorld } from '../testing/world.ts'

const ROLES = '/rackwright/me/roles'
const role = (identity_id: string, role_name: string) => ({ identity_type: 'silo_user', identity_id, role_name })

eachDatabase((_name, open) => {
  test('are those on the silo and on its projects, and follow changes', async () => {
    const world = await makeWorld(await open())
    await makeSilo(world.admin, 'acme')
    const ada = await makeUser(world, 'acme', 'ada')
    const bob = await makeUser(world, 'acme', 'bob')
    const none = { silo: null, projects: [], is_complete: true }
    expect(await talk(bob.person).get(ROLES)).toEqual(none)
    await must(world.admin, 'PUT', '/v1/system/silos/acme/policy', { role_assignments: [role(ada.id, 'collaborator')] })
    for (const name of ['web', 'shop']) await must(ada.person, 'POST', '/v1/projects', { name, description: '' })
    await must(ada.person, 'PUT', '/v1/projects/web/policy', { role_assignments: [role(bob.id, 'viewer')] })
    await must(ada.person, 'PUT', '/v1/projects/shop/policy', {
      role_assignments: [role(bob.id, 'viewer'), role(bob.id, 'admin')],
    })
    expect(await talk(ada.person).get(ROLES)).toEqual({ ...none, silo: 'collaborator' })
    const held = await talk(bob.person).get(ROLES)
    expect(held).toMatchObject({
      silo: null,
      projects: [
        { name: 'shop', role: 'admin' },
        { name: 'web', role: 'viewer' },
      ],
    })
    // those of another silo are nobody's here
    expect(await talk(world.admin).get(ROLES)).toEqual({ ...none, silo: 'admin' })
    const { body } = await ada.person.raw('POST', '/rackwright/me/access-tokens', { name: 'x', role: 'viewer' })
    expect(await talk(world.withToken(body.token as string)).get(ROLES)).toEqual({ ...none, silo: 'viewer' })
  })
})
