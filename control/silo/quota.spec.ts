// Quotas and utilization through the API, on every database. The specs of each resource test how it is counted.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Queries } from '../db/database.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'
import { charge, credit } from '../frame/usage.ts'

interface Listed {
  items: Record<string, unknown>[]
  next_page: string | null
}

eachDatabase((_name, open) => {
  describe('quotas', () => {
    let world: World
    let admin: Person
    const silo = (name: string, quotas: object, discoverable = true) =>
      admin.raw('POST', '/v1/system/silos', {
        name,
        description: '',
        discoverable,
        identity_mode: 'local_only',
        quotas,
        tls_certificates: [],
      })
    beforeAll(async () => {
      world = await makeWorld(await open())
      admin = world.admin
    })

    test('can be changed in part, and below current use they only stop growth', async () => {
      const own = await makeWorld(await open())
      const silo_id = (await own.admin.raw('GET', '/v1/me')).body.silo_id as string
      const made = await own.admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      const owner = { silo_id, project_id: made.body.id as string }
      const put = (body: object) => own.admin.raw('PUT', '/v1/system/silos/recovery/quotas', body)
      await put({ cpus: 8, memory: 100, storage: 1000 })
      expect((await put({ cpus: 4, memory: null })).body).toEqual({ silo_id, cpus: 4, memory: 100, storage: 1000 })
      expect((await put({})).body).toEqual({ silo_id, cpus: 4, memory: 100, storage: 1000 })
      const { host } = own
      const { db, clock } = host
      const inside = (tx: Queries) => ({ db: tx, now: clock.now().toISOString(), host })
      const take = (amount: object) => db.transaction((tx) => charge(inside(tx), owner, amount))
      await take({ cpus: 4, memory: 100, storage: 1000 })
      expect((await put({ cpus: 1 })).status).toBe(200)
      await expect(take({ cpus: 1 })).rejects.toMatchObject({
        status: 507,
        code: 'InsufficientCapacity',
        message: expect.stringMatching(/^Insufficient capacity: vCPU Limit Exceeded: /),
      })
      await expect(take({ memory: 1 })).rejects.toThrow(/^Insufficient capacity: Memory Limit Exceeded: /)
      await expect(take({ storage: 1 })).rejects.toThrow(/^Insufficient capacity: Storage Limit Exceeded: /)
      await take({ cpus: 0, memory: 0 })
      await db.transaction((tx) => credit(inside(tx), owner, { cpus: 3 }))
      expect((await own.admin.raw('GET', '/v1/system/utilization/silos/recovery')).body).toEqual({
        silo_id,
        silo_name: 'recovery',
        provisioned: { cpus: 1, memory: 100, storage: 1000 },
        allocated: { cpus: 1, memory: 100, storage: 1000 },
      })
    })

    test('values out of range are refused as the body is parsed', async () => {
      await silo('ranges', { cpus: 8, memory: 100, storage: 1000 })
      const bad = await admin.raw('PUT', '/v1/system/silos/ranges/quotas', { memory: -1 })
      expect(bad.body.message).toMatch(/^unable to parse JSON body: memory: /)
      const huge = await admin.raw('PUT', '/v1/system/silos/ranges/quotas', '{"memory": 9223372036854775808}')
      expect(huge.body.message).toContain('value is too large for a byte count')
      const most = 2 ** 63 - 1024
      expect((await admin.raw('PUT', '/v1/system/silos/ranges/quotas', { storage: most })).body.storage).toBe(most)
    })

    test('the utilization of the own silo shows the quota as capacity', async () => {
      const { provisioned, capacity } = (await admin.raw('GET', '/v1/utilization')).body
      expect(provisioned).toEqual({ cpus: 0, memory: 0, storage: 0 })
      expect(capacity).toMatchObject({ cpus: 9_999_999_999 })
    })

    test('lists every quota by id, and the utilization of silos that are discoverable or have a quota', async () => {
      await silo('nothing-hidden', { cpus: 0, memory: 0, storage: 0 }, false)
      await silo('nothing-seen', { cpus: 0, memory: 0, storage: 0 })
      await silo('something-hidden', { cpus: 0, memory: 0, storage: 1 }, false)
      const use = (await admin.raw('GET', '/v1/system/utilization/silos')).body as unknown as Listed
      const names = use.items.map((item) => item.silo_name)
      expect(names).toEqual([...names].sort())
      expect(names).toEqual(expect.arrayContaining(['nothing-seen', 'something-hidden', 'recovery', 'default-silo']))
      expect(names).not.toContain('nothing-hidden')

      const seen: unknown[] = []
      let token: string | null = null
      do {
        const more = token ? `&page_token=${token}` : ''
        const page = (await admin.raw('GET', `/v1/system/silo-quotas?limit=2${more}`)).body as unknown as Listed
        seen.push(...page.items.map((item) => item.silo_id))
        token = page.next_page
      } while (token)
      expect(seen).toEqual([...seen].sort())
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.length).toBe(names.length + 1)
      const back = (await admin.raw('GET', '/v1/system/utilization/silos?sort_by=name_descending')).body.items
      expect((back as Listed['items']).map((item) => item.silo_name)).toEqual(names.toReversed())
      expect(world.errors).toEqual([])
    })
  })
})
