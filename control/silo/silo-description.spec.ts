// The description of a silo through the API, on every database.
import { expect, test } from 'vitest'
import { makeSilo } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { talk } from '../testing/talk.ts'
import { makeWorld } from '../testing/world.ts'

eachDatabase((_name, open) => {
  test('changes, and nothing else does', async () => {
    const { admin } = await makeWorld(await open())
    const before = await makeSilo(admin, 'acme')
    const path = '/rackwright/silos/acme/description'
    const after = await talk(admin).put(path, { description: 'Rockets', name: 'other' })
    expect(after).toEqual({ ...before, description: 'Rockets', time_modified: after.time_modified })
    expect(await talk(admin).get('/v1/system/silos/acme')).toEqual(after)
    expect((await talk(admin).refused('PUT', path, { description: 'x'.repeat(513) }))[1]).toBe('InvalidValue')
    expect((await talk(admin).get('/rackwright/audit?operation=silo_description_update')).items).toMatchObject([
      { target_name: 'acme', status: 400 },
      { target_name: 'acme', status: 200 },
    ])
  })
})
