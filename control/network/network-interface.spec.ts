// Network interfaces through the API, on every database: addresses, the primary one, transit IPs, states, limits.
import { beforeAll, describe, expect, test } from 'vitest'
import { instanceStates, type InstanceState } from '#contract/instance-states.ts'
import { instanceBody, makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { talk, type Talk } from '../testing/talk.ts'

const bad = (message: string) => [400, 'InvalidRequest', message]
const missing = (message: string) => [404, 'ObjectNotFound', `not found: ${message}`]
const described = (name: string, more: Record<string, unknown> = {}) => ({ name, description: '', ...more })
const nic = (name: string, subnet_name: string, more: Record<string, unknown> = {}) =>
  described(name, { vpc_name: 'default', subnet_name, ...more })
const of = (instance: string) => `/v1/network-interfaces?instance=${instance}&project=web`
const at = (name: string, instance: string) => `/v1/network-interfaces/${name}?instance=${instance}&project=web`
const none = { network_interfaces: { type: 'none' } }
const create = (...params: unknown[]) => ({ network_interfaces: { type: 'create', params } })
const instances = '/v1/instances?project=web'

eachDatabase((_name, open) => {
  let world: Compute
  let t: Talk
  const primaries = async () => (await t.list(of('prime'))).filter((each) => each.primary).map((each) => each.name)

  beforeAll(async () => {
    world = await makeCompute(await open())
    t = talk(world.admin)
    for (let i = 0; i < 9; i++)
      await t.post(
        '/v1/vpc-subnets?vpc=default&project=web',
        described(`s${i}`, { ipv4_block: `10.0.${i}.0/26`, ipv6_block: null }),
      )
    await t.post('/v1/vpcs?project=web', described('second', { dns_name: 'second' }))
    return () => world.stop()
  })

  describe('interfaces', () => {
    test('can be created, viewed, listed, changed and deleted', async () => {
      const instance = await world.make('plain', none)
      const made = await t.post(of('plain'), nic('eth', 's0', { description: 'up' }))
      expect(made).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'eth',
        description: 'up',
        instance_id: instance.id,
        vpc_id: (await t.get('/v1/vpcs/default?project=web')).id,
        subnet_id: (await t.get('/v1/vpc-subnets/s0?vpc=default&project=web')).id,
        mac: expect.stringMatching(/^A8:40:25:F[0-9A-E](:[0-9A-F]{2}){2}$/),
        ip: '10.0.0.5',
        primary: true,
        transit_ips: [],
        time_created: expect.any(String),
        time_modified: made.time_created,
      })
      const second = await t.post(of('plain'), nic('bond', 's1'))
      expect(second).toMatchObject({ primary: false, ip: '10.0.1.5' })
      expect(await t.list(of('plain'))).toEqual([second, made])
      expect(await t.list(`/v1/network-interfaces?instance=${instance.id}`)).toEqual([second, made])
      expect(await t.get(at('eth', 'plain'))).toEqual(made)
      expect(await t.get(`/v1/network-interfaces/eth?instance=${instance.id}`)).toEqual(made)
      expect(await t.get(`/v1/network-interfaces/${made.id}`)).toEqual(made)
      expect(await t.list('/v1/vpc-subnets/s0/network-interfaces?vpc=default&project=web')).toEqual([made])
      expect(await t.put(at('eth', 'plain'), { name: 'lan' })).toMatchObject({ name: 'lan', description: 'up' })
      await t.del(at('bond', 'plain'))
      await t.del(at('lan', 'plain'))
      expect(await t.list(of('plain'))).toEqual([])
    })

    test('are selected by id alone, or by name with the instance', async () => {
      const { id } = await t.post(of('plain'), nic('eth', 's0'))
      const path = '/v1/network-interfaces'
      for (const query of ['instance=plain&project=web', 'project=web'])
        expect(await t.refused('GET', `${path}/${id}?${query}`)).toEqual(
          bad('when providing network_interface as an id instance and project should not be specified'),
        )
      expect(await t.refused('GET', `${path}/eth`)).toEqual(
        bad('network_interface should either be a UUID or instance should be specified'),
      )
      expect(await t.refused('GET', `${path}/eth?instance=plain`)).toEqual(
        bad('instance should either be UUID or project should be specified'),
      )
      expect(await t.refused('GET', at('nobody', 'plain'))).toEqual(
        missing('instance-network-interface with name "nobody"'),
      )
      expect(await t.refused('GET', at('eth', 'nobody'))).toEqual(missing('instance with name "nobody"'))
      await t.del(at('eth', 'plain'))
    })

    test('share a VPC but no subnet, and have unique names', async () => {
      await t.post(of('plain'), nic('a', 's0'))
      expect(await t.refused('POST', of('plain'), nic('a', 's1'))).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: instance-network-interface "a"',
      ])
      expect(await t.refused('POST', of('plain'), nic('b', 's0'))).toEqual(
        bad('Each interface must be in a distinct VPC Subnet'),
      )
      const [status, code, message] = await t.refused('POST', of('plain'), nic('b', 'default', { vpc_name: 'second' }))
      expect([status, code]).toEqual([400, 'InvalidRequest'])
      expect(message).toMatch(/^Networking may not span multiple VPCs, /)
      expect(await t.refused('POST', of('plain'), nic('b', 'nowhere'))).toEqual(
        missing('vpc-subnet with name "nowhere"'),
      )
      expect(await t.refused('POST', of('plain'), nic('b', 's1', { vpc_name: 'nowhere' }))).toEqual(
        missing('vpc with name "nowhere"'),
      )
      await t.post(of('plain'), nic('b', 's1'))
      expect((await t.refused('PUT', at('b', 'plain'), { name: 'a' }))[1]).toBe('ObjectAlreadyExists')
      await t.del(at('b', 'plain'))
      await t.del(at('a', 'plain'))
    })

    test('are limited to eight', async () => {
      for (let i = 0; i < 8; i++) await t.post(of('plain'), nic(`n${i}`, `s${i}`))
      expect(await t.refused('POST', of('plain'), nic('n8', 's8'))).toEqual(
        bad('May not attach more than 8 network interfaces'),
      )
      for (let i = 7; i >= 0; i--) await t.del(at(`n${i}`, 'plain'))
    })
  })

  describe('addresses', () => {
    test('that are requested must be in the subnet, not reserved, and free', async () => {
      const ask = (ip: string) => t.refused('POST', of('plain'), nic('x', 's0', { ip }))
      expect(await ask('10.0.0.64')).toEqual(bad('10.0.0.64 is outside subnet 10.0.0.0/26'))
      expect(await ask('fd00::1')).toEqual(bad('fd00::1 is outside subnet 10.0.0.0/26'))
      for (const ip of ['10.0.0.0', '10.0.0.4'])
        expect(await ask(ip)).toEqual(bad('The first 5 addresses of a subnet are reserved'))
      expect(await ask('10.0.0.63')).toEqual(bad('Cannot request a broadcast address'))
      await world.make('holder', none)
      expect(await t.post(of('holder'), nic('a', 's0', { ip: '10.0.0.62' }))).toMatchObject({ ip: '10.0.0.62' })
      expect(await ask('10.0.0.62')).toEqual(bad("The IP address '10.0.0.62' is not available"))
      await t.del(at('a', 'holder'))
      expect(await t.post(of('plain'), nic('x', 's0', { ip: '10.0.0.62' }))).toMatchObject({ ip: '10.0.0.62' })
      await t.del(at('x', 'plain'))
    })

    test('are the lowest free ones until exhausted, and unique with concurrent requests', async () => {
      const makeMany = (prefix: string, count: number) =>
        Promise.all(Array.from({ length: count }, (_, i) => world.make(`${prefix}${i}`, create(nic('net0', 's8')))))
      const ipsOf = async () =>
        (await t.list('/v1/vpc-subnets/s8/network-interfaces?vpc=default&project=web')).map((each) => String(each.ip))
      // a /26 has 64 addresses, six of them reserved
      const made = await makeMany('r', 20)
      const ips = await ipsOf()
      expect(new Set(ips)).toEqual(new Set(Array.from({ length: 20 }, (_, i) => `10.0.8.${5 + i}`)))
      await makeMany('q', 38)
      expect(new Set(await ipsOf()).size).toBe(58)
      const full = bad('No available IP addresses for interface')
      expect(await t.refused('POST', of('plain'), nic('x', 's8'))).toEqual(full)
      expect(await t.refused('POST', instances, instanceBody('never', create(nic('net0', 's8'))))).toEqual(full)
      await t.del(`/v1/instances/${made[7]!.id}`)
      const freed = (await ipsOf()).length
      expect(freed).toBe(57)
      expect(await t.post(of('plain'), nic('x', 's8'))).toMatchObject({ ip: expect.stringMatching(/^10\.0\.8\./) })
      expect(new Set(await ipsOf()).size).toBe(58)
      const macs = await world.host.db.read.selectFrom('network_interface').select('mac').execute()
      expect(new Set(macs.map((row) => row.mac)).size).toBe(macs.length)
      await t.del(at('x', 'plain'))
    }, 60_000)

    test('in use prevent deleting their subnet', async () => {
      await t.post(of('plain'), nic('x', 's0'))
      const subnet = '/v1/vpc-subnets/s0?vpc=default&project=web'
      expect(await t.refused('DELETE', subnet)).toEqual(
        bad('VPC Subnet cannot be deleted while network interfaces in the subnet exist'),
      )
      await t.del(at('x', 'plain'))
    })
  })

  describe('the primary interface', () => {
    beforeAll(async () => {
      await world.make('prime', none)
      for (const i of [0, 1, 2]) await t.post(of('prime'), nic(`n${i}`, `s${i}`))
    })

    test('is the first one, until another is made primary', async () => {
      expect(await primaries()).toEqual(['n0'])
      expect(await t.put(at('n1', 'prime'), { primary: true })).toMatchObject({ primary: true })
      expect(await primaries()).toEqual(['n1'])
      expect(await t.put(at('n1', 'prime'), { primary: true })).toMatchObject({ primary: true })
      expect(await t.put(at('n1', 'prime'), { primary: false })).toMatchObject({ primary: true })
      expect(await t.put(at('n2', 'prime'), {})).toMatchObject({ primary: false })
      expect(await primaries()).toEqual(['n1'])
    })

    test('of several concurrent requests to become primary, one wins', async () => {
      const asks = ['n0', 'n1', 'n2', 'n0'].map((name) => world.admin.raw('PUT', at(name, 'prime'), { primary: true }))
      expect((await Promise.all(asks)).map((reply) => reply.status)).toEqual([200, 200, 200, 200])
      expect(await primaries()).toHaveLength(1)
      await t.put(at('n1', 'prime'), { primary: true })
    })

    test('can be deleted only as the last one', async () => {
      expect(await t.refused('DELETE', at('n1', 'prime'))).toEqual(
        bad('The primary interface may not be deleted while secondary interfaces are still attached'),
      )
      for (const name of ['n0', 'n2', 'n1']) await t.del(at(name, 'prime'))
    })
  })

  test('transit IPs are replaced, and must be routable', async () => {
    await world.make('router', none)
    await t.post(of('router'), nic('net0', 's0'))
    const put = (transit_ips: string[]) => t.put(at('net0', 'router'), { transit_ips })
    const given = ['10.1.0.0/16', '192.168.7.9/32', 'fd12::/64']
    expect((await put(given)).transit_ips).toEqual(given)
    expect((await put(['0.0.0.0/0'])).transit_ips).toEqual(['0.0.0.0/0'])
    expect((await t.put(at('net0', 'router'), { name: 'net0' })).transit_ips).toEqual([])
    const refused = (...transit_ips: string[]) => t.refused('PUT', at('net0', 'router'), { transit_ips })
    expect(await refused('10.1.2.3/16')).toEqual(bad('transit IP block 10.1.2.3/16 has a non-zero host identifier'))
    expect(await refused('224.1.0.0/16')).toEqual(bad('transit IP block 224.1.0.0/16 is a multicast network'))
    expect(await refused('ff02::1/128')).toEqual(bad('transit IP ff02::1/128 is a multicast address'))
    expect(await refused('127.0.0.0/8')).toEqual(bad('transit IP block 127.0.0.0/8 is a loopback network'))
    expect(await refused('::1/128')).toEqual(bad('transit IP ::1/128 is a loopback address'))
    expect(await refused('10.0.0.0/8', '10.1.0.0/16')).toEqual(
      bad('transit IP block 10.1.0.0/16 overlaps with 10.0.0.0/8'),
    )
    expect(await refused('10.1.0.0/16', '10.1.0.1/32')).toEqual(bad('transit IP 10.1.0.1/32 overlaps with 10.1.0.0/16'))
    const many = Array.from({ length: 4000 }, (_, i) => `10.9.${i >> 8}.${i & 255}/32`)
    expect(await refused(...many, '10.0.0.0/8')).toEqual(bad('transit IP block 10.0.0.0/8 overlaps with 10.9.0.0/32'))
    const [status, code] = await refused('10.1.0.0')
    expect([status, code]).toEqual([400, undefined])
  })

  test('change only in the states that allow it', async () => {
    const { id } = await world.make('stated', none)
    const set = (run_state: InstanceState) =>
      world.host.db.transaction((tx) => tx.updateTable('instance').set({ run_state }).where('id', '=', id).execute())
    for (const state of instanceStates) {
      await set('stopped')
      await t.post(of('stated'), nic('net0', 's0'))
      await set(state)
      const [create, update, remove] = [
        await world.admin.raw('POST', of('stated'), nic('net1', 's1')),
        await world.admin.raw('PUT', at('net0', 'stated'), { description: 'new' }),
        await world.admin.raw('DELETE', at(state === 'stopped' ? 'net1' : 'net0', 'stated')),
      ]
      const said = [create, update, remove].map((reply) => reply.body?.message)
      const ended = state === 'stopped' || state === 'failed'
      expect([create, update, remove].map((reply) => reply.status)).toEqual([
        state === 'stopped' ? 201 : 400,
        state === 'stopped' ? 200 : 400,
        ended ? 204 : 400,
      ])
      if (state !== 'stopped')
        expect(said.slice(0, 2)).toEqual([
          'Instance must be stopped to attach a new network interface',
          'Instance must be stopped to update its network interfaces',
        ])
      if (!ended) expect(said[2]).toBe('Instance must be stopped or failed to detach a network interface')
      await set('stopped')
      for (const left of await t.list(of('stated'))) await t.del(`/v1/network-interfaces/${left.id}`)
    }
  })

  describe('of a new instance', () => {
    test('are none, the default or the requested ones, and are deleted with it', async () => {
      const before = await world.rowCounts()
      const made = [
        await world.make('bare', none),
        await world.make('usual'),
        await world.make('empty', create()),
        await world.make('double', create(nic('a', 's2'), nic('b', 's3', { ip: '10.0.3.40' }))),
      ]
      expect(await t.list(of('bare'))).toEqual([])
      expect(await t.list(of('empty'))).toEqual([])
      expect(await t.list(of('usual'))).toMatchObject([
        {
          name: 'net0',
          description: 'default primary interface for usual',
          ip: '172.30.0.5',
          primary: true,
          transit_ips: [],
        },
      ])
      expect(await t.list(of('double'))).toMatchObject([
        { name: 'a', ip: '10.0.2.5', primary: true },
        { name: 'b', ip: '10.0.3.40', primary: false },
      ])
      for (const { id } of made) await t.del(`/v1/instances/${id}`)
      expect(await world.rowCounts()).toEqual(before)
    })

    test('are refused together with it, and nothing is left behind', async () => {
      const before = await world.rowCounts()
      const refused = (more: Record<string, unknown>, project = 'web') =>
        t.refused('POST', `/v1/instances?project=${project}`, instanceBody('never', more))
      expect(await refused(create(nic('a', 's0'), nic('b', 's1', { vpc_name: 'second' })))).toEqual(
        bad('All interfaces must be in the same VPC'),
      )
      expect(await refused(create(nic('a', 's0'), nic('b', 's0')))).toEqual(
        bad('Each interface must be in a distinct VPC Subnet'),
      )
      const nine = Array.from({ length: 9 }, (_, i) => nic(`n${i}`, `s${i}`))
      expect(await refused(create(...nine))).toEqual(bad('An instance may not have more than 8 network interfaces'))
      expect(await refused(create(nic('a', 's0'), nic('a', 's1')))).toEqual([
        400,
        'ObjectAlreadyExists',
        'already exists: instance-network-interface "a"',
      ])
      expect(await refused(create(nic('a', 's0'), nic('b', 'nowhere')))).toEqual(
        missing('vpc-subnet with name "nowhere"'),
      )
      expect(await refused(create(nic('a', 's0', { ip: '10.0.0.1' })))).toEqual(
        bad('The first 5 addresses of a subnet are reserved'),
      )
      await t.put('/v1/vpc-subnets/default?vpc=default&project=web', { name: 'renamed' })
      expect(await refused({})).toEqual(missing('vpc-subnet with name "default"'))
      await t.put('/v1/vpcs/default?project=web', { name: 'renamed' })
      expect(await refused({})).toEqual(missing('vpc with name "default"'))
      await t.put('/v1/vpcs/renamed?project=web', { name: 'default' })
      await t.put('/v1/vpc-subnets/renamed?vpc=default&project=web', { name: 'default' })
      expect(await world.rowCounts()).toEqual(before)
    })
  })

  test('no unexpected errors were logged', () => expect(world.errors).toEqual([]))
})
