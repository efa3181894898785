// IP pools through the API, on every database: pools, ranges, links to silos, defaults, utilization, the service pool.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { countRows, talk, type Talk } from '../testing/talk.ts'
import { makeWorld, type World } from '../testing/world.ts'

const pools = '/v1/system/ip-pools'
const describedAs = (name: string) => ({ name, description: '' })
const range = (first: string, last: string) => ({ first, last })
const bad = (message: string) => [400, 'InvalidRequest', message]
const missing = (message: string) => [404, 'ObjectNotFound', `not found: ${message}`]
const clash = (name: string) => [400, 'ObjectAlreadyExists', `already exists: ip-pool "${name}"`]
const gone = (first: string, last: string) => bad(`The provided range ${first}-${last} does not exist`)
const linkOf = (pool: string) => `${pools}/${pool}/silos/recovery`

eachDatabase((_name, open) => {
  let world: World
  let t: Talk
  const recovery = async () => (await t.get('/v1/system/silos/recovery')).id

  beforeAll(async () => {
    world = await makeWorld(await open())
    t = talk(world.admin)
  })

  describe('pools', () => {
    test('can be created, viewed, renamed and deleted without leftovers', async () => {
      const before = await countRows(world.host.db)
      const made = await t.post(pools, { name: 'edge', description: 'uplink' })
      expect(made).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'edge',
        description: 'uplink',
        time_created: expect.any(String),
        time_modified: made.time_created,
      })
      expect(await t.get(`${pools}/edge`)).toEqual(made)
      expect(await t.get(`${pools}/${made.id}`)).toEqual(made)
      expect(await t.put(`${pools}/edge`, { name: 'rim' })).toMatchObject({ name: 'rim', description: 'uplink' })
      expect(await t.put(`${pools}/rim`, { description: null })).toMatchObject({ description: 'uplink' })
      expect((await t.list(pools)).map((pool) => pool.name)).toEqual(['rim'])
      expect(await t.refused('GET', `${pools}/edge`)).toEqual(missing('ip-pool with name "edge"'))
      await t.del(`${pools}/rim`)
      expect(await t.refused('GET', `${pools}/${made.id}`)).toEqual(missing(`ip-pool with id "${made.id}"`))
      expect(await countRows(world.host.db)).toEqual(before)
    })

    test('names are unique, including the service pool', async () => {
      await t.post(pools, describedAs('one'))
      await t.post(pools, describedAs('two'))
      expect(await t.refused('POST', pools, describedAs('one'))).toEqual(clash('one'))
      expect(await t.refused('PUT', `${pools}/two`, { name: 'one' })).toEqual(clash('one'))
      expect(await t.refused('POST', pools, describedAs('service-pool'))).toEqual(clash('service-pool'))
      await t.del(`${pools}/one`)
      await t.del(`${pools}/two`)
    })

    test('with ranges cannot be deleted', async () => {
      await t.post(pools, describedAs('full'))
      await t.post(`${pools}/full/ranges/add`, range('198.18.0.1', '198.18.0.9'))
      expect(await t.refused('DELETE', `${pools}/full`)).toEqual(
        bad('IP Pool cannot be deleted while it contains IP ranges'),
      )
      await removeRange(`${pools}/full`, '198.18.0.1', '198.18.0.9')
      await t.post(`${pools}/full/silos`, { silo: 'recovery', is_default: true })
      await t.del(`${pools}/full`)
      expect(await t.list('/v1/ip-pools')).toEqual([])
    })
  })

  describe('ranges', () => {
    beforeAll(async () => {
      await t.post(pools, describedAs('left'))
      await t.post(pools, describedAs('right'))
    })

    test('can be added, listed by address and removed', async () => {
      const late = await t.post(`${pools}/left/ranges/add`, range('198.18.10.1', '198.18.10.9'))
      const early = await t.post(`${pools}/left/ranges/add`, range('198.18.9.1', '198.18.9.1'))
      expect(early).toEqual({
        id: expect.any(String),
        ip_pool_id: (await t.get(`${pools}/left`)).id,
        range: range('198.18.9.1', '198.18.9.1'),
        time_created: expect.any(String),
      })
      expect(await t.list(`${pools}/left/ranges`)).toEqual([early, late])
      const first = await t.get(`${pools}/left/ranges?limit=1`)
      expect(first.items).toEqual([early])
      expect(await t.list(`${pools}/left/ranges?limit=1&page_token=${String(first.next_page)}`)).toEqual([late])
      await removeRange(`${pools}/left`, '198.18.9.1', '198.18.9.1')
      await removeRange(`${pools}/left`, '198.18.10.1', '198.18.10.9')
      expect(await t.list(`${pools}/left/ranges`)).toEqual([])
    })

    test('must be ascending and IPv4', async () => {
      const add = `${pools}/left/ranges/add`
      const [status, code, message] = await t.refused('POST', add, range('198.18.0.9', '198.18.0.1'))
      expect([status, code]).toEqual([400, undefined])
      expect(message).toMatch(/^unable to parse JSON body: .*IP address ranges must be non-decreasing at line 1 column/)
      expect((await t.refused('POST', add, range('198.18.0.9', 'fd00::1')))[0]).toBe(400)
      for (const path of [add, '/v1/system/ip-pools-service/ranges/add'])
        expect(await t.refused('POST', path, range('fd00::1', 'fd00::9'))).toEqual(
          bad('IPv6 ranges are not allowed yet'),
        )
    })

    test('cannot overlap any range of any pool, but can be adjacent', async () => {
      const service = '/v1/system/ip-pools-service/ranges'
      await t.post(`${pools}/left/ranges/add`, range('198.18.1.10', '198.18.1.19'))
      await t.post(`${service}/add`, range('198.18.1.30', '198.18.1.39'))
      const overlapping = [
        ['198.18.1.10', '198.18.1.19'],
        ['198.18.1.0', '198.18.1.10'],
        ['198.18.1.19', '198.18.1.29'],
        ['198.18.1.12', '198.18.1.13'],
        ['198.18.1.0', '198.18.1.255'],
        ['198.18.1.29', '198.18.1.30'],
      ] as const
      for (const [first, last] of overlapping)
        for (const path of [`${pools}/left/ranges/add`, `${pools}/right/ranges/add`, `${service}/add`])
          expect(await t.refused('POST', path, range(first, last))).toEqual(
            bad(`The provided IP range ${first}-${last} overlaps with an existing range`),
          )
      await t.post(`${pools}/right/ranges/add`, range('198.18.1.20', '198.18.1.29'))
      await removeRange(`${pools}/left`, '198.18.1.10', '198.18.1.19')
      await removeRange(`${pools}/right`, '198.18.1.20', '198.18.1.29')
      await removeRange('/v1/system/ip-pools-service', '198.18.1.30', '198.18.1.39')
    })

    test('of two concurrent overlapping adds, one succeeds', async () => {
      const adds = ['left', 'right', 'left', 'right'].map((pool, i) =>
        world.admin.raw('POST', `${pools}/${pool}/ranges/add`, range(`198.18.7.${i}`, `198.18.7.${i + 9}`)),
      )
      const statuses = (await Promise.all(adds)).map((reply) => reply.status)
      expect(statuses.toSorted()).toEqual([201, 400, 400, 400])
      for (const pool of ['left', 'right'])
        for (const { range: each } of await t.list(`${pools}/${pool}/ranges`))
          expect((await world.admin.raw('POST', `${pools}/${pool}/ranges/remove`, each)).status).toBe(204)
    })

    test('are removed by their exact bounds, from their own pool', async () => {
      await t.post(`${pools}/left/ranges/add`, range('198.18.2.1', '198.18.2.9'))
      const remove = (pool: string, first: string, last: string) =>
        t.refused('POST', `${pools}/${pool}/ranges/remove`, range(first, last))
      expect(await remove('left', '198.18.2.1', '198.18.2.8')).toEqual(gone('198.18.2.1', '198.18.2.8'))
      expect(await remove('left', '198.18.2.2', '198.18.2.9')).toEqual(gone('198.18.2.2', '198.18.2.9'))
      expect(await remove('right', '198.18.2.1', '198.18.2.9')).toEqual(gone('198.18.2.1', '198.18.2.9'))
      await removeRange(`${pools}/left`, '198.18.2.1', '198.18.2.9')
    })

    test('in use cannot be removed', async () => {
      await t.post(`${pools}/left/ranges/add`, range('198.18.3.1', '198.18.3.9'))
      await t.post(`${pools}/left/silos`, { silo: 'recovery', is_default: false })
      await t.post('/v1/projects', describedAs('held'))
      const held = { ...describedAs('held'), pool: 'left' }
      const floating = await t.post('/v1/floating-ips?project=held', held)
      expect(await t.refused('POST', `${pools}/left/ranges/remove`, range('198.18.3.1', '198.18.3.9'))).toEqual(
        bad('IP pool ranges cannot be deleted while external IP addresses are allocated from them'),
      )
      await t.del(`/v1/floating-ips/${floating.id}`)
      await removeRange(`${pools}/left`, '198.18.3.1', '198.18.3.9')
      await t.del(`${pools}/left/silos/recovery`)
    })
  })

  async function removeRange(pool: string, first: string, last: string) {
    const reply = await world.admin.raw('POST', `${pool}/ranges/remove`, range(first, last))
    expect([reply.status, reply.body]).toEqual([204, undefined])
  }

  test('the service pool is reached only by its own operations', async () => {
    const service = await t.get('/v1/system/ip-pools-service')
    expect(service).toMatchObject({ name: 'service-pool' })
    expect((await t.list(pools)).map((pool) => pool.name)).not.toContain('service-pool')
    for (const selector of ['service-pool', service.id]) {
      const words = missing(`ip-pool with ${selector === service.id ? 'id' : 'name'} "${selector}"`)
      for (const path of ['', '/ranges', '/silos', '/utilization'])
        expect(await t.refused('GET', `${pools}/${selector}${path}`)).toEqual(words)
      expect(await t.refused('PUT', `${pools}/${selector}`, { name: 'mine' })).toEqual(words)
      expect(await t.refused('DELETE', `${pools}/${selector}`)).toEqual(words)
      expect(await t.refused('POST', `${pools}/${selector}/ranges/add`, range('10.0.0.1', '10.0.0.2'))).toEqual(words)
      expect(await t.refused('POST', `${pools}/${selector}/silos`, { silo: 'recovery', is_default: true })).toEqual(
        words,
      )
    }
    const path = '/v1/system/ip-pools-service/ranges'
    const added = await t.post(`${path}/add`, range('198.18.4.1', '198.18.4.9'))
    expect(await t.list(path)).toEqual([added])
    expect(await t.refused('POST', `${path}/remove`, range('198.18.4.1', '198.18.4.8'))).toEqual(
      bad('The provided range 198.18.4.1-198.18.4.8 does not exist'),
    )
    await removeRange('/v1/system/ip-pools-service', '198.18.4.1', '198.18.4.9')
  })

  describe('links', () => {
    beforeAll(async () => {
      for (const name of ['main', 'spare', 'third']) await t.post(pools, describedAs(name))
    })

    test('make a pool visible in the silo, and one the default', async () => {
      const silo_id = await recovery()
      const main = await t.get(`${pools}/main`)
      expect(await t.refused('GET', '/v1/ip-pools/main')).toEqual(missing('ip-pool with name "main"'))
      const link = { ip_pool_id: main.id, silo_id, is_default: true }
      expect(await t.post(`${pools}/main/silos`, { silo: 'recovery', is_default: true })).toEqual(link)
      expect(await t.list(`${pools}/main/silos`)).toEqual([link])
      await t.post(`${pools}/spare/silos`, { silo: silo_id, is_default: false })
      const seen = [
        { ...main, is_default: true },
        { ...(await t.get(`${pools}/spare`)), is_default: false },
      ]
      expect(await t.list('/v1/ip-pools')).toEqual(seen)
      expect(await t.list('/v1/system/silos/recovery/ip-pools')).toEqual(seen)
      expect(await t.list('/v1/ip-pools?sort_by=name_descending')).toEqual(seen.toReversed())
      expect(await t.get('/v1/ip-pools/main')).toEqual(seen[0])
      expect(await t.get(`/v1/ip-pools/${main.id}`)).toEqual(seen[0])
      const first = await t.get('/v1/ip-pools?limit=1')
      expect(await t.list(`/v1/ip-pools?limit=1&page_token=${String(first.next_page)}`)).toEqual([seen[1]])
    })

    test('are unique, and one is the default', async () => {
      const [code, words] = ['ObjectAlreadyExists', /^already exists: ip-pool-resource "/]
      for (const [pool, is_default] of [
        ['main', false],
        ['spare', false],
        ['third', true],
      ] as const) {
        const refusal = await t.refused('POST', `${pools}/${pool}/silos`, { silo: 'recovery', is_default })
        expect(refusal).toEqual([400, code, expect.stringMatching(words)])
      }
    })

    test('to unknown silos and pools are refused', async () => {
      const silo_id = await recovery()
      const { id } = await t.get(`${pools}/third`)
      const words = missing(`ip-pool-resource with id "(pool: ${id}, silo: ${silo_id})"`)
      expect(await t.refused('PUT', `${pools}/third/silos/recovery`, { is_default: true })).toEqual(words)
      expect(await t.refused('DELETE', `${pools}/third/silos/recovery`)).toEqual(words)
      const nowhere = missing('silo with name "nowhere"')
      expect(await t.refused('POST', `${pools}/third/silos`, { silo: 'nowhere', is_default: true })).toEqual(nowhere)
      expect(await t.refused('PUT', `${pools}/third/silos/nowhere`, { is_default: true })).toEqual(nowhere)
      expect(await t.refused('GET', '/v1/system/silos/nowhere/ip-pools')).toEqual(nowhere)
      expect(await t.refused('GET', `${pools}/nowhere/silos`)).toEqual(missing('ip-pool with name "nowhere"'))
    })

    test('a new default replaces the old one in one step', async () => {
      expect(await t.put(`${pools}/spare/silos/recovery`, { is_default: true })).toMatchObject({ is_default: true })
      expect((await t.get('/v1/ip-pools/main')).is_default).toBe(false)
      expect((await t.get('/v1/ip-pools/spare')).is_default).toBe(true)
      expect(await t.put(`${pools}/spare/silos/recovery`, { is_default: true })).toMatchObject({ is_default: true })
      expect(await t.put(`${pools}/spare/silos/recovery`, { is_default: false })).toMatchObject({ is_default: false })
      expect((await t.list('/v1/ip-pools')).map((pool) => pool.is_default)).toEqual([false, false])
    })

    test('of two concurrent defaults, one wins', async () => {
      const asks = ['main', 'spare', 'main', 'spare'].map((pool) =>
        world.admin.raw('PUT', linkOf(pool), { is_default: true }),
      )
      expect((await Promise.all(asks)).map((reply) => reply.status)).toEqual([200, 200, 200, 200])
      expect((await t.list('/v1/ip-pools')).filter((pool) => pool.is_default)).toHaveLength(1)
      await t.put(linkOf('main'), { is_default: false })
      await t.put(linkOf('spare'), { is_default: false })
    })

    test('as default also link the gateways named default, until removed', async () => {
      await t.post('/v1/projects', describedAs('gate'))
      const links = '/v1/internet-gateway-ip-pools?gateway=default&vpc=default&project=gate'
      expect(await t.list(links)).toEqual([])
      const third = await t.get(`${pools}/third`)
      await t.post(`${pools}/third/silos`, { silo: 'recovery', is_default: true })
      expect(await t.list(links)).toMatchObject([{ name: 'default', ip_pool_id: third.id }])
      await t.del(`${pools}/third/silos/recovery`)
      expect(await t.list(links)).toEqual([])
    })

    test('cannot be removed while the silo uses addresses of the pool', async () => {
      await t.post(`${pools}/main/ranges/add`, range('198.18.5.1', '198.18.5.9'))
      const held = await t.post('/v1/floating-ips?project=gate', { ...describedAs('held'), pool: 'main' })
      expect(await t.refused('DELETE', `${pools}/main/silos/recovery`)).toEqual(
        bad('IP addresses from this pool are in use in the linked silo'),
      )
      await t.del(`/v1/floating-ips/${held.id}`)
      await t.del(`${pools}/main/silos/recovery`)
      expect((await t.list('/v1/ip-pools')).map((pool) => pool.name)).toEqual(['spare'])
    })

    test('to silos that cannot be discovered are not listed', async () => {
      const quotas = { cpus: 1, memory: 1, storage: 1 }
      const body = { quotas, discoverable: false, identity_mode: 'local_only', tls_certificates: [] }
      const hidden = await t.post('/v1/system/silos', { ...describedAs('hidden'), ...body, mapped_fleet_roles: {} })
      // each silo has its own default
      await t.post(`${pools}/spare/silos`, { silo: 'hidden', is_default: true })
      await t.put(`${pools}/spare/silos/recovery`, { is_default: true })
      expect((await t.list(`${pools}/spare/silos`)).map((link) => link.silo_id)).toEqual([await recovery()])
      expect((await t.list('/v1/system/silos/hidden/ip-pools')).map((pool) => pool.name)).toEqual(['spare'])
      await t.del(`${pools}/spare/silos/${hidden.id}`)
    })
  })

  test('utilization counts addresses, with IPv6 counts as text', async () => {
    await t.post(pools, describedAs('counted'))
    const utilization = () => t.get(`${pools}/counted/utilization`)
    const ipv6 = { allocated: '0', capacity: '0' }
    expect(await utilization()).toEqual({ ipv4: { allocated: 0, capacity: 0 }, ipv6 })
    await t.post(`${pools}/counted/ranges/add`, range('198.18.6.0', '198.18.6.9'))
    await t.post(`${pools}/counted/ranges/add`, range('198.18.6.10', '198.18.6.10'))
    await t.post(`${pools}/counted/silos`, { silo: 'recovery', is_default: false })
    expect(await utilization()).toEqual({ ipv4: { allocated: 0, capacity: 11 }, ipv6 })
    await t.post('/v1/floating-ips?project=gate', { ...describedAs('a'), pool: 'counted' })
    await t.post('/v1/floating-ips?project=gate', { ...describedAs('b'), pool: 'counted', ip: '198.18.6.10' })
    expect(await utilization()).toEqual({ ipv4: { allocated: 2, capacity: 11 }, ipv6 })
    await t.del('/v1/floating-ips/a?project=gate')
    expect(await utilization()).toEqual({ ipv4: { allocated: 1, capacity: 11 }, ipv6 })
  })

  test('no unexpected errors were logged', () => expect(world.errors).toEqual([]))
})
