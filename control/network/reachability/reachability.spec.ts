// The reachability check through the API, on every database. explain.spec.ts tests the logic.
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { talk, type Talk } from '../../testing/talk.ts'
import { makeWorld } from '../../testing/world.ts'

const named = (name: string) => ({ name, description: '' })
const GIB = 2 ** 30
const invalid = (message: string) => [400, 'InvalidRequest', message]

eachDatabase((_name, open) => {
  let t: Talk
  const check = (query: string) => t.get(`/rackwright/reachability?project=web&${query}`)
  const refused = (query: string) => t.refused('GET', `/rackwright/reachability?project=web&${query}`)

  beforeAll(async () => {
    const world = await makeWorld(await open())
    t = talk(world.admin)
    await t.post('/v1/system/ip-pools', named('public'))
    await t.post('/v1/system/ip-pools/public/ranges/add', { first: '203.0.113.1', last: '203.0.113.200' })
    await t.post('/v1/system/ip-pools/public/silos', { silo: 'recovery', is_default: true })
    for (const project of ['web', 'other']) await t.post('/v1/projects', named(project))
    const instance = (name: string) => ({ ...named(name), hostname: name, ncpus: 1, memory: GIB, start: false })
    await t.post('/v1/instances?project=web', { ...instance('front'), external_ips: [{ type: 'ephemeral' }] })
    await t.post('/v1/instances?project=web', instance('back'))
    await t.post('/v1/instances?project=web', { ...instance('hermit'), network_interfaces: { type: 'none' } })
    await t.post('/v1/instances?project=other', instance('stranger'))
  })

  test('the defaults of a new project', async () => {
    expect(await check('source_instance=front&destination_instance=back&protocol=TCP&port=5432')).toMatchObject({
      verdict: 'reachable',
      fix: null,
      notes: ['front is stopped.', 'back is stopped.'],
    })
    expect(await check('destination_instance=front&protocol=TCP&port=22')).toMatchObject({ verdict: 'reachable' })
    expect(await check('destination_instance=front&protocol=ICMP')).toMatchObject({ verdict: 'reachable' })
    expect(await check('source_instance=back&protocol=UDP&port=53')).toMatchObject({ verdict: 'reachable' })
  })

  test('a blocked result names the obstacle, and its fix can be sent unchanged', async () => {
    const blocked = await check('destination_instance=front&protocol=TCP&port=443')
    expect(blocked).toMatchObject({ verdict: 'blocked', fix: { type: 'add_rule' } })
    const { rules } = await t.get('/v1/vpc-firewall-rules?vpc=default&project=web')
    const { rule } = blocked.fix as { rule: object }
    await t.put('/v1/vpc-firewall-rules?vpc=default&project=web', { rules: [...(rules as object[]), rule] })
    expect(await check('destination_instance=front&protocol=TCP&port=443')).toMatchObject({ verdict: 'reachable' })
    expect(await check('destination_instance=back&protocol=TCP&port=22')).toMatchObject({
      verdict: 'blocked',
      fix: { type: 'attach_external_ip' },
    })
    expect(await check('source_instance=hermit&protocol=TCP&port=22')).toMatchObject({
      verdict: 'blocked',
      fix: { type: 'add_interface' },
    })
  })

  test('by address: of an instance, unassigned, and through a custom router', async () => {
    const [external] = (await t.get('/v1/instances/front/external-ips?project=web')).items as { ip: string }[]
    expect(await check(`source_instance=back&destination_ip=${external?.ip}&protocol=ICMP`)).toMatchObject({
      verdict: 'reachable',
    })
    await t.post('/v1/vpc-routers?vpc=default&project=web', named('detour'))
    await t.post('/v1/vpc-router-routes?router=detour&vpc=default&project=web', {
      ...named('away'),
      destination: { type: 'ip_net', value: '198.51.100.0/24' },
      target: { type: 'instance', value: 'front' },
    })
    const subnet = '/v1/vpc-subnets/default?vpc=default&project=web'
    await t.put(subnet, { custom_router: 'detour' })
    expect(await check('source_instance=back&destination_ip=198.51.100.7&protocol=TCP&port=22')).toMatchObject({
      verdict: 'blocked',
      fix: { type: 'add_transit_ip' },
    })
    await t.put(subnet, { custom_router: null })
    expect(await check('source_instance=back&destination_ip=198.51.100.7&protocol=TCP&port=22')).toMatchObject({
      verdict: 'reachable',
    })
  })

  test('invalid questions are refused', async () => {
    expect(await refused('destination_instance=front&protocol=TCP')).toEqual(
      invalid('TCP needs a destination port from 1 to 65535'),
    )
    expect(await refused('source_ip=198.51.100.7&protocol=ICMP')).toEqual(
      invalid('the source or the destination must be an instance of the project'),
    )
    expect(await refused('source_instance=front&destination_instance=front&protocol=ICMP')).toEqual(
      invalid('the source and the destination are the same instance'),
    )
    expect(await refused('source_instance=front&source_ip=198.51.100.7&protocol=ICMP')).toEqual(
      invalid('give either source_instance or source_ip, not both'),
    )
    expect(await refused('destination_instance=nobody&protocol=ICMP')).toEqual([
      404,
      'ObjectNotFound',
      'not found: instance with name "nobody"',
    ])
    const stranger = await t.get('/v1/instances/stranger?project=other')
    expect(await refused(`destination_instance=${stranger.id as string}&protocol=ICMP`)).toEqual(
      invalid('the destination must be an instance of the project'),
    )
  })
})
