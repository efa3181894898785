// Floating IPs through the API, on every database. address-allocation.spec.ts tests concurrency.
import { beforeAll, describe, expect, test } from 'vitest'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import { talk, type Talk } from '../testing/talk.ts'

const bad = (message: string) => [400, 'InvalidRequest', message]
const missing = (message: string) => [404, 'ObjectNotFound', `not found: ${message}`]
const described = (name: string, more: Record<string, unknown> = {}) => ({ name, description: '', ...more })
const inSide = (name: string, ip?: string) => described(name, { pool: 'side', ...(ip && { ip }) })
const all = '/v1/floating-ips?project=web'
const at = (name: string) => `/v1/floating-ips/${name}?project=web`
const attach = (name: string) => `/v1/floating-ips/${name}/attach?project=web`
const detach = (name: string) => `/v1/floating-ips/${name}/detach?project=web`
const to = (parent: string) => ({ kind: 'instance', parent })
const taken = 'Requested external IP address not available'

eachDatabaseAndWasm((_name, open) => {
  let world: Compute
  let t: Talk
  const pooled = (pool: string) => t.get(`/v1/system/ip-pools/${pool}/utilization`).then((u) => u.ipv4)

  beforeAll(async () => {
    world = await makeCompute(await open())
    t = talk(world.admin)
    for (const [pool, first, last] of [
      ['side', '198.18.0.10', '198.18.0.12'],
      ['foreign', '198.18.1.1', '198.18.1.9'],
    ]) {
      await t.post('/v1/system/ip-pools', described(pool!))
      await t.post(`/v1/system/ip-pools/${pool}/ranges/add`, { first, last })
    }
    await t.post('/v1/system/ip-pools/side/silos', { silo: 'recovery', is_default: false })
    await t.post('/v1/projects', described('other'))
    return () => world.stop()
  })

  describe('floating IPs', () => {
    test('can be created, viewed, listed, renamed and deleted', async () => {
      const made = await t.post(all, described('front', { description: 'the door' }))
      expect(made).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'front',
        description: 'the door',
        project_id: (await t.get('/v1/projects/web')).id,
        ip: '10.200.0.1',
        ip_pool_id: (await t.get('/v1/ip-pools/external')).id,
        instance_id: null,
        time_created: expect.any(String),
        time_modified: made.time_created,
      })
      expect(await t.get(at('front'))).toEqual(made)
      expect(await t.get(`/v1/floating-ips/${made.id}`)).toEqual(made)
      const back = await t.post(all, described('back'))
      expect(await t.list(all)).toEqual([back, made])
      const changed = await t.put(at('front'), { name: 'door', ip: '10.200.0.77' })
      expect(changed).toMatchObject({ id: made.id, name: 'door', description: 'the door', ip: '10.200.0.1' })
      await t.del(at('door'))
      await t.del(at('back'))
      expect(await t.list(all)).toEqual([])
    })

    test('are selected by id alone, or by name with the project', async () => {
      const { id } = await t.post(all, described('named'))
      expect(await t.refused('GET', `/v1/floating-ips/${id}?project=web`)).toEqual(
        bad('when providing Floating IP as an ID project should not be specified'),
      )
      expect(await t.refused('GET', '/v1/floating-ips/named')).toEqual(
        bad('Floating IP should either be UUID or project should be specified'),
      )
      expect(await t.refused('GET', at('nobody'))).toEqual(missing('floating-ip with name "nobody"'))
      expect(await t.refused('GET', '/v1/floating-ips/named?project=nowhere')).toEqual(
        missing('project with name "nowhere"'),
      )
      await t.del(at('named'))
    })

    test('names are unique within a project', async () => {
      await t.post(all, described('twice'))
      await t.post(all, described('once'))
      const clash = [400, 'ObjectAlreadyExists', 'already exists: floating-ip "twice"']
      const before = await pooled('external')
      expect(await t.refused('POST', all, described('twice'))).toEqual(clash)
      expect(await t.refused('PUT', at('once'), { name: 'twice' })).toEqual(clash)
      expect(await pooled('external')).toEqual(before)
      const elsewhere = await t.post('/v1/floating-ips?project=other', described('twice'))
      await t.del(`/v1/floating-ips/${elsewhere.id}`)
      await t.del(at('once'))
      await t.del(at('twice'))
    })

    test('get the lowest free address or the requested one, until the pool is exhausted', async () => {
      expect((await t.post(all, inSide('b', '198.18.0.11'))).ip).toBe('198.18.0.11')
      expect(await t.refused('POST', all, inSide('x', '198.18.0.11'))).toEqual(bad(taken))
      expect(await t.refused('POST', all, inSide('x', '198.18.0.13'))).toEqual(bad(taken))
      expect(await t.refused('POST', all, inSide('x', '10.200.0.9'))).toEqual(bad(taken))
      expect(await t.refused('POST', all, inSide('x', 'fd00::1'))).toEqual(bad(taken))
      expect((await t.post(all, inSide('a'))).ip).toBe('198.18.0.10')
      expect((await t.post(all, inSide('c'))).ip).toBe('198.18.0.12')
      expect(await t.refused('POST', all, inSide('x'))).toEqual([
        507,
        'InsufficientCapacity',
        'Insufficient capacity: No external IP addresses available',
      ])
      expect(await pooled('side')).toEqual({ allocated: 3, capacity: 3 })
      await t.del(at('b'))
      expect((await t.post(all, inSide('b'))).ip).toBe('198.18.0.11')
      for (const name of ['a', 'b', 'c']) await t.del(at(name))
      expect(await pooled('side')).toEqual({ allocated: 0, capacity: 3 })
    })

    test('come from the default pool or a named pool linked to the silo', async () => {
      expect(await t.refused('POST', all, described('x', { pool: 'foreign' }))).toEqual(
        missing('ip-pool with name "foreign"'),
      )
      const { id } = await t.get('/v1/system/ip-pools/foreign')
      expect(await t.refused('POST', all, described('x', { pool: id }))).toEqual(missing(`ip-pool with id "${id}"`))
      await t.put('/v1/system/ip-pools/external/silos/recovery', { is_default: false })
      expect(await t.refused('POST', all, described('x'))).toEqual(missing('default IP pool for current silo'))
      await t.put('/v1/system/ip-pools/external/silos/recovery', { is_default: true })
    })

    test('keep a project from being deleted', async () => {
      await t.post('/v1/projects', described('kept'))
      await t.del('/v1/vpc-subnets/default?vpc=default&project=kept')
      await t.del('/v1/vpcs/default?project=kept')
      const { id } = await t.post('/v1/floating-ips?project=kept', described('last'))
      expect(await t.refused('DELETE', '/v1/projects/kept')).toEqual(
        bad('project to be deleted contains a floating ip: last'),
      )
      await t.del(`/v1/floating-ips/${id}`)
      await t.del('/v1/projects/kept')
    })
  })

  describe('attached', () => {
    beforeAll(async () => {
      for (const name of ['one', 'two']) await world.make(name)
      await t.post(all, described('fip'))
    })

    test('attach and detach are idempotent', async () => {
      const { id } = await t.get('/v1/instances/one?project=web')
      for (const parent of ['one', id, 'one'])
        expect(await world.ok('POST', attach('fip'), to(parent))).toMatchObject({ name: 'fip', instance_id: id })
      const fip = await t.get(at('fip'))
      expect(await t.get('/v1/instances/one/external-ips?project=web')).toEqual({
        items: [{ kind: 'floating', ...fip }],
        next_page: null,
      })
      for (let i = 0; i < 2; i++)
        expect(await world.ok('POST', detach('fip'))).toMatchObject({ name: 'fip', instance_id: null })
      expect((await t.get('/v1/instances/one/external-ips?project=web')).items).toEqual([])
      expect((await world.admin.raw('POST', detach('fip'))).status).toBe(202)
    })

    test('they cannot be deleted or attached elsewhere', async () => {
      expect((await world.admin.raw('POST', attach('fip'), to('one'))).status).toBe(202)
      expect(await t.refused('POST', attach('fip'), to('two'))).toEqual(
        bad('floating IP cannot be attached to one instance while still attached to another'),
      )
      expect(await t.refused('DELETE', at('fip'))).toEqual(
        bad('Floating IP cannot be deleted while attached to an instance'),
      )
      expect((await t.put(at('fip'), { description: 'still there' })).instance_id).not.toBeNull()
      await world.ok('POST', detach('fip'))
    })

    test('only to instances in the same project', async () => {
      const elsewhere = await t.post('/v1/floating-ips?project=other', described('far'))
      const { id } = await t.get('/v1/instances/one?project=web')
      const path = `/v1/floating-ips/${elsewhere.id}/attach`
      expect(await t.refused('POST', path, to(id))).toEqual(
        bad('floating IP must be in the same project as the instance'),
      )
      expect(await t.refused('POST', path, to('one'))).toEqual(missing('instance with name "one"'))
      await t.del(`/v1/floating-ips/${elsewhere.id}`)
    })

    test('deleting the instance detaches them', async () => {
      const gone = await world.make('gone', { external_ips: [{ type: 'floating', floating_ip: 'fip' }] })
      expect((await t.get(at('fip'))).instance_id).toBe(gone.id)
      await t.del(`/v1/instances/${gone.id}`)
      expect((await t.get(at('fip'))).instance_id).toBeNull()
    })
  })

  test('no unexpected errors were logged', () => expect(world.errors).toEqual([]))
})
