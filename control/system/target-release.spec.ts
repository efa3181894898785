// The target release through the API, on every database.
import { describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'

const PATH = '/v1/system/update/target-release'
const set = (world: World, system_version: string) => world.admin.raw('PUT', PATH, { system_version })
const view = async (world: World) => (await world.admin.raw('GET', PATH)).body

eachDatabase((_name, open) => {
  describe('the target release', () => {
    test('starts unspecified, counts generations, and accepts only the running version', async () => {
      const world = await makeWorld(await open())
      const start = { generation: 1, release_source: { type: 'unspecified' }, time_requested: expect.any(String) }
      expect(await view(world)).toEqual(start)
      expect(await set(world, '1.2.4')).toMatchObject({
        status: 404,
        body: { error_code: 'ObjectNotFound', message: 'not found: tuf-repo with name "1.2.4"' },
      })
      expect(await view(world)).toEqual(start)
      const release_source = { type: 'system_version', version: '1.2.3' }
      expect(await set(world, '1.2.3')).toMatchObject({ status: 201, body: { generation: 2, release_source } })
      expect(await set(world, '1.2.3')).toMatchObject({ status: 201, body: { generation: 3, release_source } })
      expect(await view(world)).toMatchObject({ generation: 3, release_source })
      expect((await set(world, 'latest')).body.message).toMatch(/^unable to parse JSON body: /)
    })

    test('an older version cannot lower the target', async () => {
      const db = await open()
      const world = await makeWorld(db)
      await set(world, '1.2.3')
      const older = await makeWorld(db, { version: '1.2.2' }, world.admin.session)
      const refused = await set(older, '1.2.2')
      expect(refused.status).toBe(400)
      expect(refused.body).toEqual({
        request_id: expect.any(String),
        message: expect.stringContaining('is older than'),
      })
      const newer = await makeWorld(db, { version: '1.3.0' }, world.admin.session)
      expect((await set(newer, '1.3.0')).status).toBe(201)
    })
  })
})
