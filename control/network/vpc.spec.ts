// VPCs through the API, on every database: default contents, what can be changed, and what prevents deletion.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { countRows, talk, type Talk } from '../testing/talk.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { freeVni } from './vpc-contents.ts'

const times = { time_created: '2025-03-03T09:00:00.000Z', time_modified: '2025-03-03T09:00:00.000Z' }
const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
const text = expect.any(String)
const named = (name: string) => ({ name, description: '' })
const vpcNamed = (name: string) => ({ ...named(name), dns_name: name })

const targetsOf = (rules: unknown) =>
  (rules as { targets: { value: string }[] }[]).map((rule) => rule.targets[0]?.value)

eachDatabase((_name, open) => {
  let world: World
  let t: Talk
  beforeAll(async () => {
    world = await makeWorld(await open())
    t = talk(world.admin)
    await t.post('/v1/projects', named('web'))
  })

  describe('a new project', () => {
    const inDefault = 'vpc=default&project=web'

    test('has a VPC named default, with its system router', async () => {
      const project = await t.get('/v1/projects/web')
      const [vpc] = await t.list('/v1/vpcs?project=web')
      expect(vpc).toEqual({
        id,
        ...times,
        name: 'default',
        description: 'Default VPC',
        dns_name: 'default',
        ipv6_prefix: expect.stringMatching(/^fd[0-9a-f]{2}:[0-9a-f]{1,4}:[0-9a-f]{1,4}::\/48$/),
        project_id: project.id,
        system_router_id: id,
      })
      expect(await t.list(`/v1/vpc-routers?${inDefault}`)).toEqual([
        { id: vpc?.system_router_id, ...times, name: 'system', description: text, kind: 'system', vpc_id: vpc?.id },
      ])
    })

    test('has a subnet, and routes to it and to the outside', async () => {
      const vpc = await t.get('/v1/vpcs/default?project=web')
      expect(await t.list(`/v1/vpc-subnets?${inDefault}`)).toEqual([
        {
          id,
          ...times,
          name: 'default',
          description: 'The default subnet for default',
          ipv4_block: '172.30.0.0/22',
          ipv6_block: (vpc.ipv6_prefix as string).replace('/48', '/64'),
          custom_router_id: null,
          vpc_id: vpc.id,
        },
      ])
      const route = { id, ...times, vpc_router_id: vpc.system_router_id }
      const outside = {
        ...route,
        description: 'The default route of a vpc',
        kind: 'default',
        target: { type: 'internet_gateway', value: 'default' },
      }
      const subnet = { type: 'subnet', value: 'default' }
      expect(await t.list(`/v1/vpc-router-routes?router=system&${inDefault}`)).toEqual([
        { ...route, name: 'default', description: text, kind: 'vpc_subnet', target: subnet, destination: subnet },
        { ...outside, name: 'default-v4', destination: { type: 'ip_net', value: '0.0.0.0/0' } },
        { ...outside, name: 'default-v6', destination: { type: 'ip_net', value: '::/0' } },
      ])
    })

    test('has a gateway, and allows internal traffic, SSH and ICMP', async () => {
      const vpc_id = (await t.get('/v1/vpcs/default?project=web')).id
      expect(await t.list(`/v1/internet-gateways?${inDefault}`)).toEqual([
        { id, ...times, name: 'default', description: text, vpc_id },
      ])
      expect(await t.list(`/v1/internet-gateway-ip-pools?gateway=default&${inDefault}`)).toEqual([])
      const self = { type: 'vpc', value: 'default' }
      const rule = {
        id,
        ...times,
        vpc_id,
        description: text,
        targets: [self],
        priority: 65534,
        status: 'enabled',
        direction: 'inbound',
        action: 'allow',
      }
      const none = { hosts: null, ports: null, protocols: null }
      expect((await t.get(`/v1/vpc-firewall-rules?${inDefault}`)).rules).toEqual([
        { ...rule, name: 'allow-icmp', filters: { ...none, protocols: ['ICMP'] } },
        { ...rule, name: 'allow-internal-inbound', filters: { ...none, hosts: [self] } },
        { ...rule, name: 'allow-ssh', filters: { ...none, ports: ['22'], protocols: ['TCP'] } },
      ])
    })

    test('cannot be deleted before its VPC, and leaves no rows behind', async () => {
      const before = await countRows(world.host.db)
      await t.post('/v1/projects', named('brief'))
      const held = [400, 'InvalidRequest', 'project to be deleted contains a vpc: default']
      expect(await t.refused('DELETE', '/v1/projects/brief')).toEqual(held)
      await t.del('/v1/vpc-subnets/default?vpc=default&project=brief')
      expect(await t.refused('DELETE', '/v1/projects/brief')).toEqual(held)
      await t.del('/v1/vpcs/default?project=brief')
      await t.del('/v1/projects/brief')
      expect(await countRows(world.host.db)).toEqual(before)
    })
  })

  describe('a VPC', () => {
    test('is created with the requested prefix and the same contents as the default one', async () => {
      const made = await t.post('/v1/vpcs?project=web', { ...vpcNamed('lab'), ipv6_prefix: 'FD01:2:3::/48' })
      expect(made).toMatchObject({ name: 'lab', dns_name: 'lab', ipv6_prefix: 'fd01:2:3::/48' })
      expect(await t.get('/v1/vpcs/lab?project=web')).toEqual(made)
      expect(await t.get(`/v1/vpcs/${made.id}`)).toEqual(made)
      expect(await t.list(`/v1/vpc-subnets?vpc=${made.id}`)).toMatchObject([
        { description: 'The default subnet for lab', ipv4_block: '172.30.0.0/22', ipv6_block: 'fd01:2:3::/64' },
      ])
      const { rules } = await t.get(`/v1/vpc-firewall-rules?vpc=${made.id}`)
      expect(targetsOf(rules)).toEqual(['lab', 'lab', 'lab'])
    })

    test.each(['fd00::/64', 'fd00::/47', 'fc00::/48', '2001:db8::/48', 'fe80::/48'])(
      'cannot have the prefix %s',
      async (ipv6_prefix) => {
        expect(await t.refused('POST', '/v1/vpcs?project=web', { ...vpcNamed('odd'), ipv6_prefix })).toEqual([
          400,
          'InvalidRequest',
          'VPC IPv6 address ranges must be a /48 from the unique local range fd00::/8',
        ])
      },
    )

    test('needs a dns_name, spelled like a name', async () => {
      expect(await t.refused('POST', '/v1/vpcs?project=web', named('odd'))).toEqual([
        400,
        undefined,
        expect.stringContaining('missing field `dns_name`'),
      ])
      const wrong = { ...named('odd'), dns_name: 'Odd' }
      expect((await t.refused('POST', '/v1/vpcs?project=web', wrong))[0]).toBe(400)
    })

    test('has a unique name within its project', async () => {
      await t.post('/v1/vpcs?project=web', vpcNamed('first'))
      await t.post('/v1/vpcs?project=web', vpcNamed('second'))
      const clash = [400, 'ObjectAlreadyExists', 'already exists: vpc "first"']
      expect(await t.refused('POST', '/v1/vpcs?project=web', vpcNamed('first'))).toEqual(clash)
      expect(await t.refused('PUT', '/v1/vpcs/second?project=web', { name: 'first' })).toEqual(clash)
      await t.post('/v1/projects', named('elsewhere'))
      await t.post('/v1/vpcs?project=elsewhere', vpcNamed('first'))
    })

    test('keeps fields omitted from an update', async () => {
      const made = await t.post('/v1/vpcs?project=web', { ...vpcNamed('old'), description: 'as it was' })
      const renamed = await t.put('/v1/vpcs/old?project=web', { name: 'new' })
      expect(renamed).toEqual({ ...made, name: 'new' })
      expect(await t.put('/v1/vpcs/new?project=web', { dns_name: 'fresh', description: 'now' })).toEqual({
        ...renamed,
        dns_name: 'fresh',
        description: 'now',
      })
      expect(await t.refused('PUT', `/v1/vpcs/${made.id}`, { description: 'x'.repeat(513) })).toEqual([
        400,
        'InvalidValue',
        'unsupported value for "description": description may contain at most 512 characters',
      ])
    })

    test('can be renamed without changing rules and routes', async () => {
      const { id: vpc } = await t.post('/v1/vpcs?project=web', vpcNamed('before'))
      await t.put(`/v1/vpcs/${vpc}`, { name: 'after' })
      const { rules } = await t.get(`/v1/vpc-firewall-rules?vpc=${vpc}`)
      expect(targetsOf(rules)).toEqual(['before', 'before', 'before'])
    })

    test('is found by name with its project, or by id without', async () => {
      const made = await t.get('/v1/vpcs/default?project=web')
      expect(await t.refused('GET', '/v1/vpcs/default')).toEqual([
        400,
        'InvalidRequest',
        'vpc should either be an ID or project should be specified',
      ])
      expect(await t.refused('GET', `/v1/vpcs/${made.id}?project=web`)).toEqual([
        400,
        'InvalidRequest',
        'when providing vpc as an ID, project should not be specified',
      ])
      expect(await t.refused('GET', '/v1/vpcs/nothing?project=web')).toEqual([
        404,
        'ObjectNotFound',
        'not found: vpc with name "nothing"',
      ])
      expect(await t.refused('GET', '/v1/vpcs/nothing?project=nowhere')).toEqual([
        404,
        'ObjectNotFound',
        'not found: project with name "nowhere"',
      ])
      expect((await t.refused('GET', '/v1/vpcs'))[2]).toBe('unable to parse query string: missing field `project`')
    })

    test('can be deleted without subnets, which deletes everything else in it', async () => {
      const before = await countRows(world.host.db)
      const { id: vpc } = await t.post('/v1/vpcs?project=web', vpcNamed('brief'))
      const router = await t.post(`/v1/vpc-routers?vpc=${vpc}`, named('mine'))
      const drop = { destination: { type: 'ip', value: '10.0.0.1' }, target: { type: 'drop' } }
      const route = await t.post(`/v1/vpc-router-routes?router=${router.id}`, { ...named('away'), ...drop })
      const gateway = await t.post(`/v1/internet-gateways?vpc=${vpc}`, named('door'))
      const bell = { ...named('bell'), address: '203.0.113.7' }
      await t.post(`/v1/internet-gateway-ip-addresses?gateway=${gateway.id}`, bell)

      const held = [400, 'InvalidRequest', 'VPC cannot be deleted while VPC Subnets exist']
      expect(await t.refused('DELETE', `/v1/vpcs/${vpc}`)).toEqual(held)
      await t.del(`/v1/vpc-subnets/default?vpc=${vpc}`)
      await t.del(`/v1/vpcs/${vpc}`)
      expect((await t.refused('GET', `/v1/vpcs/${vpc}`))[2]).toBe(`not found: vpc with id "${vpc}"`)
      expect((await t.refused('GET', `/v1/vpc-routers/${router.id}`))[0]).toBe(404)
      expect((await t.refused('DELETE', `/v1/vpc-router-routes/${route.id}`))[0]).toBe(404)
      expect((await t.refused('GET', `/v1/internet-gateways/${gateway.id}`))[0]).toBe(404)
      expect(await countRows(world.host.db)).toEqual(before)
    })
  })

  test('network numbers are unique, and exhaustion is reported', async () => {
    const { host } = world
    const { vni } = await host.db.read
      .selectFrom('vpc')
      .select((is) => is.fn.max('vni').as('vni'))
      .executeTakeFirstOrThrow()
    const free = (first: number, last: number) => host.db.transaction((db) => freeVni({ db, host }, { first, last }))
    expect(await free(vni, vni + 1)).toBe(vni + 1)
    expect(await free(vni + 1, vni + 1)).toBe(vni + 1)
    await expect(free(vni, vni)).rejects.toMatchObject({
      status: 507,
      code: 'InsufficientCapacity',
      message: 'Insufficient capacity: No free virtual network was found',
    })
  })

  test('no unexpected errors were logged', () => expect(world.errors).toEqual([]))
})
