// External addresses of instances through the API, on every database: ephemeral IPs, limits, states, source NAT shares.
import { beforeAll, describe, expect, test } from 'vitest'
import type { InstanceState } from '#contract/instance-states.ts'
import { instanceBody, makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { talk, type Talk } from '../testing/talk.ts'

const bad = (message: string) => [400, 'InvalidRequest', message]
const missing = (message: string) => [404, 'ObjectNotFound', `not found: ${message}`]
const described = (name: string, more: Record<string, unknown> = {}) => ({ name, description: '', ...more })
const ephemeral = (instance: string) => `/v1/instances/${instance}/external-ips/ephemeral?project=web`
const listed = (instance: string) => `/v1/instances/${instance}/external-ips?project=web`
const instances = '/v1/instances?project=web'
const floating = (name: string, more: Record<string, unknown> = {}) => described(name, { pool: 'wide', ...more })

const quarter = (ip: string, n: number) => [ip, n * 16_384, (n + 1) * 16_384 - 1]

async function shares({ host }: Compute) {
  const rows = await host.db.read.selectFrom('external_ip').selectAll().where('kind', '=', 'snat').execute()
  return rows.map(({ ip, first_port, last_port }) => [ip, first_port, last_port]).toSorted()
}

const unhealthy = bad('cannot modify instance IPs, instance is in unhealthy state')
const moving = [503, 'ServiceNotAvailable', 'Service Unavailable']
const outcomes: Partial<Record<InstanceState, unknown>> = {
  stopped: 'ok',
  running: 'ok',
  rebooting: 'ok',
  creating: bad('cannot modify instance IPs, instance is still being created'),
  starting: moving,
  stopping: moving,
  migrating: moving,
  failed: unhealthy,
}

eachDatabase((_name, open) => {
  let world: Compute
  let t: Talk
  const allocated = async (pool: string) =>
    ((await t.get(`/v1/system/ip-pools/${pool}/utilization`)).ipv4 as { allocated: number }).allocated
  const makeFloating = (name: string) => t.post('/v1/floating-ips?project=web', floating(name))

  beforeAll(async () => {
    world = await makeCompute(await open())
    t = talk(world.admin)
    for (const [pool, first, last] of [
      ['wide', '198.18.0.1', '198.18.0.99'],
      ['tiny', '198.18.1.1', '198.18.1.2'],
      ['foreign', '198.18.2.1', '198.18.2.9'],
    ]) {
      await t.post('/v1/system/ip-pools', described(pool!))
      await t.post(`/v1/system/ip-pools/${pool}/ranges/add`, { first, last })
      if (pool !== 'foreign') await t.post(`/v1/system/ip-pools/${pool}/silos`, { silo: 'recovery', is_default: false })
    }
    return () => world.stop()
  })

  describe('an ephemeral IP', () => {
    test('can be attached once, viewed, and detached once', async () => {
      const { id } = await world.make('eph')
      const before = await allocated('external')
      const reply = await world.admin.raw('POST', ephemeral('eph'), {})
      expect(reply.status).toBe(202)
      expect(reply.body).toEqual({ kind: 'ephemeral', ip: expect.stringMatching(/^10\.200\./) })
      expect(await t.get(listed('eph'))).toEqual({ items: [reply.body], next_page: null })
      // a repeated attach returns the same IP, even for another pool
      for (const body of [{}, { pool: 'wide' }])
        expect(await world.ok('POST', ephemeral('eph'), body)).toEqual(reply.body)
      expect(await allocated('external')).toBe(before + 1)
      await t.del(`/v1/instances/${id}/external-ips/ephemeral`)
      expect(await allocated('external')).toBe(before)
      expect(await t.get(listed('eph'))).toEqual({ items: [], next_page: null })
      expect(await t.refused('DELETE', ephemeral('eph'))).toEqual(
        bad('instance does not have an ephemeral IP attached'),
      )
    })

    test('comes from the default pool or the named linked pool, until it is exhausted', async () => {
      await world.make('pick')
      expect(await world.ok('POST', ephemeral('pick'), { pool: 'wide' })).toMatchObject({ ip: '198.18.0.1' })
      await t.del(ephemeral('pick'))
      expect(await t.refused('POST', ephemeral('pick'), { pool: 'foreign' })).toEqual(
        missing('ip-pool with name "foreign"'),
      )
      for (const name of ['tiny-a', 'tiny-b'])
        await t.post('/v1/floating-ips?project=web', described(name, { pool: 'tiny' }))
      expect(await t.refused('POST', ephemeral('pick'), { pool: 'tiny' })).toEqual([
        507,
        'InsufficientCapacity',
        'Insufficient capacity: No external IP addresses available',
      ])
      await t.put('/v1/system/ip-pools/external/silos/recovery', { is_default: false })
      expect(await t.refused('POST', ephemeral('pick'), {})).toEqual(missing('default IP pool for current silo'))
      await t.put('/v1/system/ip-pools/external/silos/recovery', { is_default: true })
    })
  })

  describe('addresses of a new instance', () => {
    test('are allocated on create and released on delete, except floating IPs', async () => {
      const door = await makeFloating('door')
      const hall = await makeFloating('hall')
      const counts = { before: await world.rowCounts(), used: await allocated('external') }
      const external_ips = [
        { type: 'floating', floating_ip: hall.id },
        { type: 'ephemeral', pool: 'wide' },
        { type: 'floating', floating_ip: 'door' },
      ]
      const made = await world.make('full', { external_ips, network_interfaces: { type: 'none' } })
      const { items } = await t.get(listed('full'))
      expect(items).toEqual([
        { kind: 'ephemeral', ip: '198.18.0.3' },
        { kind: 'floating', ...door, instance_id: made.id, time_modified: expect.any(String) },
        { kind: 'floating', ...hall, instance_id: made.id, time_modified: expect.any(String) },
      ])
      await t.del(`/v1/instances/${made.id}`)
      expect([await world.rowCounts(), await allocated('external')]).toEqual([counts.before, counts.used])
      expect((await t.get(`/v1/floating-ips/${door.id}`)).instance_id).toBeNull()
    })

    test('are refused together with the instance, and nothing is left behind', async () => {
      const before = await world.rowCounts()
      const owner = await world.make('owner', { external_ips: [{ type: 'floating', floating_ip: 'door' }] })
      await t.post('/v1/projects', described('other'))
      const far = await t.post('/v1/floating-ips?project=other', described('far'))
      const refused = (...external_ips: unknown[]) =>
        t.refused('POST', instances, instanceBody('never', { external_ips }))
      const one = { type: 'ephemeral' }
      expect(await refused(one, one)).toEqual(bad('An instance may not have more than 1 ephemeral IP address'))
      expect(await refused(...Array.from({ length: 33 }, () => ({ type: 'floating', floating_ip: 'hall' })))).toEqual(
        bad('An instance may not have more than 32 external IP addresses'),
      )
      expect(await refused(one, { type: 'floating', floating_ip: 'nobody' })).toEqual(
        missing('floating-ip with name "nobody"'),
      )
      expect(await refused(one, { type: 'floating', floating_ip: 'door' })).toEqual(
        bad('floating IP cannot be attached to one instance while still attached to another'),
      )
      expect(await refused({ type: 'floating', floating_ip: far.id })).toEqual(
        bad('floating IP must be in the same project as the instance'),
      )
      expect(await refused({ type: 'ephemeral', pool: 'foreign' })).toEqual(missing('ip-pool with name "foreign"'))
      await t.del(`/v1/floating-ips/${far.id}`)
      await t.del('/v1/vpc-subnets/default?vpc=default&project=other')
      await t.del('/v1/vpcs/default?project=other')
      await t.del('/v1/projects/other')
      await t.del(`/v1/instances/${owner.id}`)
      expect(await world.rowCounts()).toEqual(before)
    })

    test('need a default pool in the silo', async () => {
      await t.put('/v1/system/ip-pools/external/silos/recovery', { is_default: false })
      const none = { network_interfaces: { type: 'none' } }
      expect(await t.refused('POST', instances, instanceBody('never', none))).toEqual(
        missing('default IP pool for current silo'),
      )
      await t.put('/v1/system/ip-pools/external/silos/recovery', { is_default: true })
    })
  })

  test('an instance can have at most 32 addresses', async () => {
    const { id } = await world.make('many')
    const names = Array.from({ length: 32 }, (_, i) => `m${String(i).padStart(2, '0')}`)
    for (const name of names) {
      await makeFloating(name)
      await world.ok('POST', `/v1/floating-ips/${name}/attach?project=web`, { kind: 'instance', parent: 'many' })
    }
    const full = bad('an instance may not have more than 32 external IP addresses')
    expect(await t.refused('POST', ephemeral('many'), {})).toEqual(full)
    const { id: more } = await makeFloating('more')
    expect(await t.refused('POST', `/v1/floating-ips/${more}/attach`, { kind: 'instance', parent: 'many' })).toEqual(
      full,
    )
    await world.ok('POST', '/v1/floating-ips/m00/detach?project=web')
    expect((await world.admin.raw('POST', ephemeral('many'), {})).status).toBe(202)
    expect(await t.refused('POST', `/v1/floating-ips/${more}/attach`, { kind: 'instance', parent: 'many' })).toEqual(
      full,
    )
    await t.del(`/v1/instances/${id}`)
  })

  test('addresses change only in settled states', async () => {
    const { id } = await world.make('stated')
    const { id: fip } = await makeFloating('stated')
    const [attach, detach] = [`/v1/floating-ips/${fip}/attach`, `/v1/floating-ips/${fip}/detach`]
    // set directly: some of these states pass in an instant, and one only an operator can cause
    const set = (run_state: InstanceState) =>
      world.host.db.transaction((tx) => tx.updateTable('instance').set({ run_state }).where('id', '=', id).execute())
    const steps = [
      ['POST', ephemeral('stated'), {}],
      ['DELETE', ephemeral('stated')],
      ['POST', attach, { kind: 'instance', parent: 'stated' }],
      ['POST', detach],
    ] as const
    for (const [state, outcome] of Object.entries(outcomes) as [InstanceState, unknown][]) {
      for (const [method, path, body] of steps) {
        await set(state)
        const reply = await world.admin.raw(method, path, body)
        const seen = reply.status < 300 ? 'ok' : [reply.status, reply.body.error_code, reply.body.message]
        expect(seen, `${method} ${path} when ${state}`).toEqual(outcome)
        await set('stopped')
        if (seen !== 'ok') await world.ok(method, path, body)
      }
      await set(state)
      // nothing to do, so nothing to refuse
      expect(await world.ok('POST', detach)).toMatchObject({ instance_id: null })
      await set('stopped')
    }
  })

  describe('source NAT shares', () => {
    test('are four per address, which counts once and is released with the last share', async () => {
      const world2 = await makeCompute(await open())
      const two = talk(world2.admin)
      const used = async () => (await two.get('/v1/system/ip-pools/external/utilization')).ipv4
      const ids: string[] = []
      for (let i = 0; i < 5; i++) ids.push((await world2.make(`i${i}`)).id)
      const first = [0, 1, 2, 3].map((n) => quarter('10.200.0.1', n))
      expect(await shares(world2)).toEqual([...first, quarter('10.200.0.2', 0)].toSorted())
      expect(await used()).toMatchObject({ allocated: 2 })
      expect((await two.get('/v1/instances/i0/external-ips?project=web')).items).toEqual([])
      // a whole address is never a shared one
      expect((await two.post('/v1/floating-ips?project=web', described('f'))).ip).toBe('10.200.0.3')
      expect(await two.refused('POST', '/v1/floating-ips?project=web', described('g', { ip: '10.200.0.1' }))).toEqual(
        bad('Requested external IP address not available'),
      )

      await two.del(`/v1/instances/${ids[1]}`)
      await two.del(`/v1/instances/${ids[4]}`)
      expect(await used()).toMatchObject({ allocated: 2 })
      ids[1] = (await world2.make('again')).id
      expect(await shares(world2)).toEqual(first.toSorted())
      for (const i of [0, 1, 2, 3]) await two.del(`/v1/instances/${ids[i]}`)
      expect(await shares(world2)).toEqual([])
      expect(await used()).toMatchObject({ allocated: 1 })
      expect(await two.refused('DELETE', '/v1/system/ip-pools/external/silos/recovery')).toEqual(
        bad('IP addresses from this pool are in use in the linked silo'),
      )
      await two.del('/v1/floating-ips/f?project=web')
      await two.del('/v1/system/ip-pools/external/silos/recovery')
      expect(world2.errors).toEqual([])
      await world2.stop()
    })

    test('concurrent allocation and release never hands out a share twice', async () => {
      const before = await shares(world)
      const made = await Promise.all(Array.from({ length: 12 }, (_, i) => world.make(`p${i}`)))
      const now = await shares(world)
      expect(new Set(now.map(String)).size).toBe(before.length + 12)
      await Promise.all(made.map(({ id }) => t.del(`/v1/instances/${id}`)))
      expect(await shares(world)).toEqual(before)
    })
  })

  test('no unexpected errors were logged', () => expect(world.errors).toEqual([]))
})
