// Internet gateways with their pools and addresses through the API, on every database.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { countRows, talk, type Body, type Talk } from '../testing/talk.ts'
import { makeWorld, type World } from '../testing/world.ts'

const named = (name: string) => ({ name, description: '' })
const inDefault = 'vpc=default&project=web'
const refusal = (message: unknown) => [400, 'InvalidRequest', message]
const detach = (words: string) =>
  refusal(`VPC routes dependent on this ${words}. To detach it anyway, set the cascade option`)
const exists = (label: string, name: string) => [400, 'ObjectAlreadyExists', `already exists: ${label} "${name}"`]
const pools = (gateway: Body) => `/v1/internet-gateway-ip-pools?gateway=${gateway.id}`
const addresses = (gateway: Body) => `/v1/internet-gateway-ip-addresses?gateway=${gateway.id}`

eachDatabase((_name, open) => {
  let world: World
  let t: Talk
  let pool: Body
  beforeAll(async () => {
    world = await makeWorld(await open())
    t = talk(world.admin)
    pool = await t.post('/v1/system/ip-pools', named('outside'))
    await t.post('/v1/system/ip-pools/outside/silos', { silo: 'recovery', is_default: true })
    await t.post('/v1/system/ip-pools/outside/ranges/add', { first: '203.0.113.1', last: '203.0.113.99' })
    await t.post('/v1/system/ip-pools', named('unlinked'))
    await t.post('/v1/projects', named('web'))
  })

  let count = 0
  const gatewayNamed = (name = `gateway-${++count}`) => t.post(`/v1/internet-gateways?${inDefault}`, named(name))
  const addPool = (gateway: Body, name = 'link') => t.post(pools(gateway), { ...named(name), ip_pool: 'outside' })
  const addAddress = (gateway: Body, name = 'link', address = '203.0.113.7') =>
    t.post(addresses(gateway), { ...named(name), address })
  const routeTo = async (gateway: Body) => {
    const router = await t.post(`/v1/vpc-routers?${inDefault}`, named(`router-${++count}`))
    const ends = {
      destination: { type: 'ip_net', value: '192.0.2.0/24' },
      target: { type: 'internet_gateway', value: gateway.name },
    }
    return t.post(`/v1/vpc-router-routes?router=${router.id}`, { ...named('out'), ...ends })
  }

  test('a new VPC has the default pool of its silo at its default gateway', async () => {
    const links = await t.list(`/v1/internet-gateway-ip-pools?gateway=default&${inDefault}`)
    expect(links).toMatchObject([{ name: 'default', ip_pool_id: pool.id }])
  })

  describe('gateways', () => {
    test('can be created, viewed and deleted', async () => {
      const before = await countRows(world.host.db)
      const made = await gatewayNamed('side')
      expect(made).toMatchObject({ name: 'side', vpc_id: (await t.get('/v1/vpcs/default?project=web')).id })
      expect(await t.get(`/v1/internet-gateways/side?${inDefault}`)).toEqual(made)
      expect(await t.get(`/v1/internet-gateways/${made.id}`)).toEqual(made)
      expect((await t.list(`/v1/internet-gateways?${inDefault}`)).map(({ name }) => name)).toContain('side')
      const clash = await t.refused('POST', `/v1/internet-gateways?${inDefault}`, named('side'))
      expect(clash).toEqual(exists('internet-gateway', 'side'))
      await t.del(`/v1/internet-gateways/side?${inDefault}`)
      expect((await t.refused('GET', `/v1/internet-gateways/${made.id}`))[2]).toBe(
        `not found: internet-gateway with id "${made.id}"`,
      )
      expect(await countRows(world.host.db)).toEqual(before)
    })

    test('are found by name with their VPC, or by id without', async () => {
      const { id } = await t.get(`/v1/internet-gateways/default?${inDefault}`)
      expect(await t.refused('GET', `/v1/internet-gateways/${id}?${inDefault}`)).toEqual(
        refusal('when providing gateway as an ID vpc and project should not be specified'),
      )
      expect(await t.refused('GET', '/v1/internet-gateways/default')).toEqual(
        refusal('gateway should either be an ID or vpc should be specified'),
      )
    })

    test('with pools or addresses need cascade to be deleted, which deletes routes to them too', async () => {
      const before = await countRows(world.host.db)
      const gateway = await gatewayNamed()
      const path = `/v1/internet-gateways/${gateway.id}`
      const link = await addPool(gateway)
      expect(await t.refused('DELETE', path)).toEqual(
        refusal(expect.stringMatching(/^Ip pools referencing this gateway exist\. .*set the cascade option$/)),
      )
      await t.del(`/v1/internet-gateway-ip-pools/${link.id}`)
      await addAddress(gateway)
      expect(await t.refused('DELETE', path)).toEqual(
        refusal(expect.stringMatching(/^Ip addresses referencing this gateway exist\. .*set the cascade option$/)),
      )
      await addPool(gateway)
      const route = await routeTo(gateway)
      await t.del(`${path}?cascade=true`)
      expect((await t.refused('DELETE', `/v1/vpc-router-routes/${route.id}`))[0]).toBe(404)
      await t.del(`/v1/vpc-routers/${route.vpc_router_id as string}`)
      expect(await countRows(world.host.db)).toEqual(before)
    })

    test('without links can be deleted, and routes to them stay', async () => {
      const gateway = await gatewayNamed()
      const [route, other] = [await routeTo(gateway), await routeTo(await gatewayNamed())]
      await t.del(`/v1/internet-gateways/${gateway.id}`)
      for (const { name, vpc_router_id } of [route, other])
        await t.get(`/v1/vpc-router-routes/${name}?router=${vpc_router_id as string}`)
    })

    test('deleted with cascade leave the routes to other gateways, and of other VPCs, alone', async () => {
      const gateway = await gatewayNamed()
      const kept = await routeTo(await gatewayNamed())
      const vpc = await t.post('/v1/vpcs?project=web', { ...named('other'), dns_name: 'other' })
      const namesake = await t.post(`/v1/internet-gateways?vpc=${vpc.id}`, named(gateway.name))
      const router = await t.post(`/v1/vpc-routers?vpc=${vpc.id}`, named('mine'))
      const target = { type: 'internet_gateway', value: namesake.name }
      const route = { ...named('out'), destination: { type: 'ip', value: '192.0.2.1' }, target }
      await t.post(`/v1/vpc-router-routes?router=${router.id}`, route)
      await t.del(`/v1/internet-gateways/${gateway.id}?cascade=true`)
      await t.get(`/v1/vpc-router-routes/out?router=${router.id}`)
      await t.get(`/v1/vpc-router-routes/out?router=${kept.vpc_router_id as string}`)
    })
  })

  describe('pools of a gateway', () => {
    test('are those linked to the silo, by name or id', async () => {
      const gateway = await gatewayNamed()
      const link = await addPool(gateway, 'one')
      expect(link).toMatchObject({ name: 'one', internet_gateway_id: gateway.id, ip_pool_id: pool.id })
      await t.post(pools(gateway), { ...named('two'), ip_pool: pool.id })
      expect((await t.list(pools(gateway))).map(({ name }) => name)).toEqual(['one', 'two'])
      for (const ip_pool of ['unlinked', 'not-there', 'service-pool'])
        expect(await t.refused('POST', pools(gateway), { ...named('three'), ip_pool })).toEqual([
          404,
          'ObjectNotFound',
          `not found: ip-pool with name "${ip_pool}"`,
        ])
      const clash = await t.refused('POST', pools(gateway), { ...named('one'), ip_pool: 'outside' })
      expect(clash).toEqual(exists('internet-gateway-ip-pool', 'one'))
    })

    test('are found by name with their gateway, or by id without', async () => {
      const gateway = await gatewayNamed()
      const { id } = await addPool(gateway)
      const path = '/v1/internet-gateway-ip-pools'
      expect(await t.refused('DELETE', `${path}/${id}?gateway=${gateway.id}`)).toEqual(
        refusal('when providing pool as an ID gateway, subnet, vpc, and project should not be specified'),
      )
      expect(await t.refused('DELETE', `${path}/link`)).toEqual(
        refusal('pool should either be an ID or gateway should be specified'),
      )
      await t.del(`${path}/link?gateway=${gateway.name}&${inDefault}`)
      expect((await t.refused('DELETE', `${path}/link?gateway=${gateway.id}`))[2]).toBe(
        'not found: internet-gateway-ip-pool with name "link"',
      )
    })
  })

  describe('addresses of a gateway', () => {
    test('are any one address, and only one', async () => {
      const gateway = await gatewayNamed()
      expect(await addAddress(gateway, 'one', 'FD00:0:0::7')).toMatchObject({
        name: 'one',
        internet_gateway_id: gateway.id,
        address: 'fd00::7',
      })
      for (const name of ['one', 'two'])
        expect(await t.refused('POST', addresses(gateway), { ...named(name), address: '203.0.113.8' })).toEqual(
          exists('internet-gateway-ip-address', name),
        )
      expect((await t.refused('POST', addresses(gateway), { ...named('odd'), address: '203.0.113.0/24' }))[0]).toBe(400)
      expect(await t.list(addresses(gateway))).toHaveLength(1)
    })

    test('are found by name with their gateway, or by id without', async () => {
      const gateway = await gatewayNamed()
      const { id } = await addAddress(gateway)
      const path = '/v1/internet-gateway-ip-addresses'
      expect(await t.refused('DELETE', `${path}/${id}?gateway=${gateway.id}`)).toEqual(
        refusal('when providing address as an ID gateway, subnet, vpc, and project should not be specified'),
      )
      expect(await t.refused('DELETE', `${path}/link`)).toEqual(
        refusal('address should either be an ID or gateway should be specified'),
      )
      await t.del(`${path}/${id}`)
      expect((await t.refused('DELETE', `${path}/link?gateway=${gateway.id}`))[2]).toBe(
        'not found: internet-gateway-ip-address with name "link"',
      )
    })
  })

  describe('what instances of the VPC go out by', () => {
    test.each([
      ['ephemeral', { type: 'ephemeral', pool: 'outside' }],
      ['floating', { type: 'floating', floating_ip: 'fixed' }],
    ])('is detached only with cascade while routes lead there: an %s address', async (kind, external) => {
      if (kind === 'floating') await t.post('/v1/floating-ips?project=web', { ...named('fixed'), pool: 'outside' })
      const gateway = await gatewayNamed()
      const link = `/v1/internet-gateway-ip-pools/${(await addPool(gateway)).id}`
      const route = await routeTo(gateway)
      const name = `user-${kind}`
      const size = { hostname: name, ncpus: 1, memory: 2 ** 30, start: false }
      await t.post('/v1/instances?project=web', { ...named(name), ...size, external_ips: [external] })
      const { items } = await t.get(`/v1/instances/${name}/external-ips?project=web`)
      const { ip } = (items as { ip: string }[])[0]!
      const bell = `/v1/internet-gateway-ip-addresses/${(await addAddress(gateway, 'bell', ip)).id}`

      expect(await t.refused('DELETE', link)).toEqual(detach('IP pool'))
      expect(await t.refused('DELETE', bell)).toEqual(detach('IP address'))
      await t.del(`${link}?cascade=true`)
      await t.del(`${bell}?cascade=true`)
      await t.get(`/v1/vpc-router-routes/out?router=${route.vpc_router_id as string}`)

      // no route leads there, or no instance has the address: not in use
      const [again, other] = [await addPool(gateway), await addAddress(gateway, 'bell', '198.51.100.1')]
      await t.del(`/v1/internet-gateway-ip-addresses/${other.id}`)
      await t.del(`/v1/vpc-routers/${route.vpc_router_id as string}`)
      await t.del(`/v1/internet-gateway-ip-pools/${again.id}`)
      await t.del(`/v1/instances/${name}?project=web`)
    })
  })

  test('no unexpected errors were logged', () => expect(world.errors).toEqual([]))
})
