// Operators limit the access tokens of any silo: through the API on every database.
import { expect, test } from 'vitest'
import { makeSilo, makeUser, must } from '../../testing/authz-world.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { makeWorld } from '../../testing/world.ts'

const DAY_S = 86_400
const PATH = '/rackwright/silos/acme/auth-settings'

eachDatabase((_name, open) => {
  test('the token limit of another silo', async () => {
    const world = await makeWorld(await open())
    await makeSilo(world.admin, 'acme')
    const { person } = await makeUser(world, 'acme', 'member')
    const { status, body } = await world.admin.raw('PUT', PATH, { device_token_max_ttl_seconds: DAY_S })
    expect([status, body]).toEqual([200, { silo_id: expect.any(String), device_token_max_ttl_seconds: DAY_S }])
    for (const path of [PATH, '/v1/auth-settings']) expect((await person.raw('GET', path)).body).toEqual(body)
    expect((await world.admin.raw('GET', '/v1/auth-settings')).body.device_token_max_ttl_seconds).toBeNull()

    const token = await must(person, 'POST', '/rackwright/me/access-tokens', { name: 'a token' })
    const expiry = new Date(world.clock.now().getTime() + DAY_S * 1000).toISOString()
    expect(token).toMatchObject({ time_expires: expiry })
    expect((await person.raw('PUT', PATH, { device_token_max_ttl_seconds: null })).status).toBe(403)
    expect((await person.raw('GET', '/rackwright/silos/recovery/auth-settings')).status).toBe(404)
    expect((await world.admin.raw('PUT', PATH, { device_token_max_ttl_seconds: 0 })).status).toBe(400)
    const { items } = (await world.admin.raw('GET', '/rackwright/audit?noun=silo_auth_settings&silo=acme')).body
    expect(items).toMatchObject([
      { target_name: 'acme', status: 403 },
      { target_name: 'acme', status: 200 },
    ])
    expect(world.errors).toEqual([])
    await world.stop()
  })
})
