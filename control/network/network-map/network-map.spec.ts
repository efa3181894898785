// The network map through the API, on every database: its contents and the problems it reports.
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { talk, type Talk } from '../../testing/talk.ts'
import { makeWorld } from '../../testing/world.ts'

const named = (name: string) => ({ name, description: '' })
const GIB = 2 ** 30
const instance = (name: string) => ({ ...named(name), hostname: name, ncpus: 1, memory: GIB, start: false })

interface Problem {
  kind: string
  text: string
  subject: { type: string; name: string; vpc: string | null }
}

eachDatabase((_name, open) => {
  let t: Talk
  const read = (project = 'web') => t.get(`/rackwright/network?project=${project}`)
  const problems = async () => ((await read()).problems as Problem[]).map(({ kind, subject }) => [kind, subject.name])

  beforeAll(async () => {
    const world = await makeWorld(await open())
    t = talk(world.admin)
    await t.post('/v1/system/ip-pools', named('public'))
    await t.post('/v1/system/ip-pools/public/ranges/add', { first: '203.0.113.1', last: '203.0.113.200' })
    await t.post('/v1/system/ip-pools/public/silos', { silo: 'recovery', is_default: true })
    for (const project of ['web', 'other']) await t.post('/v1/projects', named(project))
    await t.post('/v1/instances?project=web', { ...instance('front'), external_ips: [{ type: 'ephemeral' }] })
    await t.post('/v1/instances?project=other', instance('stranger'))
  })

  test('a new project: a complete network without problems', async () => {
    const map = await read()
    expect(map).toMatchObject({
      vpcs: [{ name: 'default' }],
      routers: [{ name: 'system', kind: 'system' }],
      gateways: [{ name: 'default' }],
      instances: [{ name: 'front', run_state: 'stopped' }],
      interfaces: [{ primary: true }],
      external_ips: [{ kind: 'ephemeral', name: null }],
      problems: [],
      truncated: false,
    })
    const [gateway] = map.gateways as { id: string }[]
    expect(map.subnets).toMatchObject([
      { name: 'default', interface_count: 1, exit: { type: 'gateway', id: gateway?.id } },
    ])
    expect(JSON.stringify(map)).not.toContain('stranger')
    expect(Object.keys((map.subnets as object[])[0]!)).not.toContain('ipv4_first')
    expect(map).not.toHaveProperty('rules')
  })

  test('an empty project', async () => {
    await t.post('/v1/projects', named('bare'))
    await t.del('/v1/vpc-subnets/default?vpc=default&project=bare')
    await t.del('/v1/vpcs/default?project=bare')
    expect(await read('bare')).toMatchObject({ vpcs: [], subnets: [], instances: [], problems: [], truncated: false })
  })

  test('each problem appears with its cause and goes with it', async () => {
    expect(await problems()).toEqual([])

    await t.post('/v1/floating-ips?project=web', named('spare'))
    await t.post('/v1/instances?project=web', { ...instance('hermit'), network_interfaces: { type: 'none' } })
    expect(await problems()).toEqual([
      ['floating_ip_unattached', 'spare'],
      ['no_interface', 'hermit'],
    ])
    await t.del('/v1/floating-ips/spare?project=web')
    await t.del('/v1/instances/hermit?project=web')

    const rules = '/v1/vpc-firewall-rules?vpc=default&project=web'
    const rule = (name: string, type: string, value: string, status = 'enabled') => ({
      ...named(name),
      status,
      direction: 'inbound',
      action: 'allow',
      priority: 1,
      filters: {},
      targets: [{ type, value }],
    })
    const [nic] = (await read()).interfaces as { ip: string }[]
    await t.put(rules, {
      rules: [
        rule('a-gone', 'instance', 'gone'),
        rule('b-front', 'instance', 'front'),
        rule('c-off', 'instance', 'gone', 'disabled'),
        rule('d-net', 'ip_net', '198.51.100.0/24'),
        rule('e-net', 'ip_net', '172.30.0.0/22'),
        rule('f-ip', 'ip', nic?.ip ?? ''),
        rule('g-subnet', 'subnet', 'default'),
        rule('h-vpc', 'vpc', 'default'),
        rule('i-subnet', 'subnet', 'gone'),
      ],
    })
    expect(await problems()).toEqual([
      ['rule_without_target', 'a-gone'],
      ['rule_without_target', 'd-net'],
      ['rule_without_target', 'i-subnet'],
    ])
    await t.put(rules, { rules: [] })

    await t.post('/v1/vpc-routers?vpc=default&project=web', named('detour'))
    await t.post('/v1/vpc-router-routes?router=detour&vpc=default&project=web', {
      ...named('nowhere'),
      destination: { type: 'ip_net', value: '0.0.0.0/0' },
      target: { type: 'drop' },
    })
    await t.post('/v1/vpc-router-routes?router=detour&vpc=default&project=web', {
      ...named('stale'),
      destination: { type: 'ip_net', value: '198.51.100.0/24' },
      target: { type: 'instance', value: 'gone' },
    })
    expect(await problems()).toEqual([['route_to_nothing', 'detour']])
    await t.put('/v1/vpc-subnets/default?vpc=default&project=web', { custom_router: 'detour' })
    expect(await problems()).toEqual([
      ['no_route_out', 'default'],
      ['route_to_nothing', 'detour'],
    ])
    await t.put('/v1/vpc-subnets/default?vpc=default&project=web', { custom_router: null })
    await t.del('/v1/vpc-routers/detour?vpc=default&project=web')

    await t.post('/v1/internet-gateways?vpc=default&project=web', named('idle'))
    expect(await problems()).toEqual([['gateway_without_addresses', 'idle']])
    await t.del('/v1/internet-gateways/idle?vpc=default&project=web')
  })

  test('a subnet without a free address', async () => {
    // the smallest subnet: 64 addresses, of which 6 are reserved
    await t.post('/v1/vpc-subnets?vpc=default&project=web', { ...named('tiny'), ipv4_block: '172.30.8.0/26' })
    const params = [{ ...named('net0'), vpc_name: 'default', subnet_name: 'tiny' }]
    expect(await problems()).toEqual([])
    for (let n = 1; n <= 58; n += 1) {
      const body = { ...instance(`small-${n}`), network_interfaces: { type: 'create', params } }
      await t.post('/v1/instances?project=web', body)
    }
    expect(await problems()).toEqual([['subnet_full', 'tiny']])
    expect((await read()).subnets).toMatchObject([{ name: 'default' }, { name: 'tiny', interface_count: 58 }])
    await t.del('/v1/instances/small-7?project=web')
    expect(await problems()).toEqual([])
  })
})
