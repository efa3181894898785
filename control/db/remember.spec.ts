// A caller's cached identity is valid until the next commit, and nothing is cached on a database with other writers.
import { describe, expect, test } from 'vitest'
import { makeUser, must } from '../testing/authz-world.ts'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import { makeWorld } from '../testing/world.ts'
import { remember } from './remember.ts'

eachDatabaseAndWasm((name, open) => {
  describe('remember', () => {
    test('computes once per commit on an embedded database, and every time on PostgreSQL', async () => {
      const db = await open()
      let computed = 0
      const get = () => remember(db, 'key', async () => ++computed)
      const isEmbedded = name !== 'postgres'
      await get()
      await get()
      expect(computed).toBe(isEmbedded ? 1 : 2)
      await db.transaction(async () => undefined, { quiet: true })
      await get()
      expect(computed).toBe(isEmbedded ? 1 : 3)
      await db.transaction(async () => undefined)
      await get()
      expect(computed).toBe(isEmbedded ? 2 : 4)
    })

    test('does not keep a value computed across a commit', async () => {
      const db = await open()
      let value = 'before'
      const overtaken = remember(db, 'key', async () => {
        const read = value
        value = 'after'
        await db.transaction(async () => undefined)
        return read
      })
      expect(await overtaken).toBe('before')
      expect(await remember(db, 'key', async () => value)).toBe('after')
    })

    test('does not keep a failure', async () => {
      const db = await open()
      await expect(remember(db, 'key', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
      expect(await remember(db, 'key', async () => 'yes')).toBe('yes')
    })
  })

  test('a new role and an ended session take effect with the next request', async () => {
    const world = await makeWorld(await open())
    const { id, person } = await makeUser(world, 'recovery', 'member')
    const silo = (await world.admin.raw('GET', '/v1/policy')).body as { role_assignments: unknown[] }
    const status = async () => (await person.raw('GET', '/v1/projects')).status
    expect([await status(), await status()]).toEqual([403, 403])
    const role = { identity_type: 'silo_user', identity_id: id, role_name: 'viewer' }
    await must(world.admin, 'PUT', '/v1/policy', { role_assignments: [...silo.role_assignments, role] })
    expect([await status(), await status()]).toEqual([200, 200])
    await must(world.admin, 'PUT', '/v1/policy', silo)
    expect(await status()).toBe(403)
    await person.raw('POST', '/v1/logout')
    expect(await status()).toBe(401)
    await world.stop()
  })
})
