// Routes through the API, on every database: which targets and destinations go together, and which routes are the system's.
import { beforeAll, describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { talk, type Body, type Talk } from '../testing/talk.ts'
import { makeWorld, type World } from '../testing/world.ts'

const named = (name: string) => ({ name, description: '' })
const inDefault = 'vpc=default&project=web'
const end = (type: string, value?: string) => (value === undefined ? { type } : { type, value })
const refusal = (message: string) => [400, 'InvalidRequest', message]
const noVpcs = 'users cannot specify VPCs as a destination or target in Custom routes'
const noSubnets = 'subnets cannot be used as a target in Custom routers'
const noMix = 'cannot mix explicit IPv4 and IPv6 addresses between destination and target'

eachDatabase((_name, open) => {
  let world: World
  let t: Talk
  let router: Body
  beforeAll(async () => {
    world = await makeWorld(await open())
    t = talk(world.admin)
    await t.post('/v1/projects', named('web'))
    router = await t.post(`/v1/vpc-routers?${inDefault}`, named('mine'))
  })
  const inMine = () => `/v1/vpc-router-routes?router=${router.id}`

  describe('custom routes', () => {
    const goTogether = [
      [end('ip', '10.0.0.1'), end('ip', '10.0.0.2')],
      [end('ip', '10.0.0.1'), end('drop')],
      [end('ip_net', '10.0.0.0/8'), end('instance', 'db1')],
      [end('ip_net', '0.0.0.0/0'), end('internet_gateway', 'default')],
      [end('ip_net', 'fd00::/8'), end('ip', 'fd00::1')],
      [end('subnet', 'not-there-yet'), end('ip', 'fd00::1')],
      [end('subnet', 'default'), end('instance', 'not-there-yet')],
    ]
    const doNot = [
      [end('vpc', 'default'), end('drop'), noVpcs],
      [end('ip', '10.0.0.1'), end('vpc', 'default'), noVpcs],
      [end('vpc', 'default'), end('subnet', 'default'), noVpcs],
      [end('ip', '10.0.0.1'), end('subnet', 'default'), noSubnets],
      [end('ip', '10.0.0.1'), end('ip', 'fd00::1'), noMix],
      [end('ip_net', '10.0.0.0/8'), end('ip', 'fd00::1'), noMix],
      [end('ip', 'fd00::1'), end('ip', '10.0.0.1'), noMix],
    ] as const

    test('go from an address, network or subnet to an address, instance, gateway or drop', async () => {
      for (const [i, [destination, target]] of goTogether.entries()) {
        const made = await t.post(inMine(), { ...named(`route-${i}`), destination, target })
        expect(made).toMatchObject({ kind: 'custom', vpc_router_id: router.id, destination, target })
      }
      for (const [i, [destination, target]] of goTogether.toReversed().entries()) {
        const path = `/v1/vpc-router-routes/route-${i}?router=${router.id}`
        const changed = await t.put(path, { destination, target })
        expect(await t.get(path)).toEqual(changed)
        expect(changed).toMatchObject({ name: `route-${i}`, kind: 'custom', destination, target })
      }
    })

    test('have no other destinations or targets', async () => {
      const route = { ...named('kept'), destination: end('ip', '10.0.0.1'), target: end('drop') }
      const { id } = await t.post(inMine(), route)
      for (const [destination, target, message] of doNot) {
        expect(await t.refused('POST', inMine(), { ...named('odd'), destination, target })).toEqual(refusal(message))
        expect(await t.refused('PUT', `/v1/vpc-router-routes/${id}`, { destination, target })).toEqual(refusal(message))
      }
      expect(await t.get(`/v1/vpc-router-routes/kept?router=${router.id}`)).toMatchObject(route)
      expect((await t.refused('PUT', `/v1/vpc-router-routes/${id}`, { name: 'alone' }))[2]).toContain('missing field')
    })

    test('can be renamed and deleted, and names are unique within a router', async () => {
      const drop = { destination: end('ip', '10.0.0.9'), target: end('drop') }
      const { id } = await t.post(inMine(), { ...named('one'), ...drop })
      await t.post(inMine(), { ...named('two'), ...drop })
      const clash = [400, 'ObjectAlreadyExists', 'already exists: router-route "two"']
      expect(await t.refused('POST', inMine(), { ...named('two'), ...drop })).toEqual(clash)
      expect(await t.refused('PUT', `/v1/vpc-router-routes/${id}`, { ...drop, name: 'two' })).toEqual(clash)
      expect(await t.put(`/v1/vpc-router-routes/${id}`, { ...drop, name: 'three' })).toMatchObject({ name: 'three' })
      await t.del(`/v1/vpc-router-routes/${id}`)
      expect((await t.refused('DELETE', `/v1/vpc-router-routes/${id}`))[2]).toBe(
        `not found: router-route with id "${id}"`,
      )
    })
  })

  describe('routes of the system router', () => {
    const inSystem = `router=system&${inDefault}`
    const v4 = `/v1/vpc-router-routes/default-v4?${inSystem}`
    const everything = end('ip_net', '0.0.0.0/0')

    test('cannot be added or deleted by users', async () => {
      const route = { ...named('mine'), destination: end('ip', '10.0.0.1'), target: end('drop') }
      expect(await t.refused('POST', `/v1/vpc-router-routes?${inSystem}`, route)).toEqual(
        refusal('user-provided routes cannot be added to a system router'),
      )
      for (const name of ['default', 'default-v4', 'default-v6'])
        expect(await t.refused('DELETE', `/v1/vpc-router-routes/${name}?${inSystem}`)).toEqual(
          refusal('DELETE not allowed on system routes'),
        )
    })

    test('of kind default can change only their target', async () => {
      const target = end('ip', '172.30.0.9')
      const changed = await t.put(v4, { destination: everything, target })
      expect(changed).toMatchObject({ name: 'default-v4', kind: 'default', destination: everything, target })
      await t.put(v4, { destination: everything, target: end('drop'), name: null, description: null })
      const fixed = refusal('the destination and metadata of a Default route cannot be changed')
      for (const more of [{ name: 'other' }, { name: 'default-v4' }, { description: '' }])
        expect(await t.refused('PUT', v4, { destination: everything, target, ...more })).toEqual(fixed)
      expect(await t.refused('PUT', v4, { destination: end('ip_net', '10.0.0.0/8'), target })).toEqual(fixed)
      for (const [bad, message] of [
        [end('vpc', 'default'), noVpcs],
        [end('subnet', 'default'), noSubnets],
        [end('ip', 'fd00::1'), noMix],
      ] as const)
        expect(await t.refused('PUT', v4, { destination: everything, target: bad })).toEqual(refusal(message))
      await t.put(v4, { destination: everything, target: end('internet_gateway', 'default') })
    })

    test('of kind subnet cannot be changed', async () => {
      const subnet = end('subnet', 'default')
      const path = `/v1/vpc-router-routes/default?${inSystem}`
      expect(await t.refused('PUT', path, { destination: subnet, target: end('drop') })).toEqual(
        refusal('routes of type VpcSubnet within the system router are not modifiable'),
      )
    })
  })

  test('addresses are stored in canonical form', async () => {
    const spelled = { destination: end('ip_net', 'FD00:0::/8'), target: end('ip', 'FD00:0:0::1') }
    expect(await t.post(inMine(), { ...named('spelled'), ...spelled })).toMatchObject({
      destination: end('ip_net', 'fd00::/8'),
      target: end('ip', 'fd00::1'),
    })
    const everything = { destination: end('ip_net', '0::/0'), target: end('drop') }
    await t.put(`/v1/vpc-router-routes/default-v6?router=system&${inDefault}`, everything)
  })

  test('routes are found by name with their router, or by id without', async () => {
    const route = { ...named('found'), destination: end('ip', '10.0.0.1'), target: end('drop') }
    const { id } = await t.post(inMine(), route)
    const body = { destination: route.destination, target: route.target }
    expect((await t.put(`/v1/vpc-router-routes/found?router=mine&${inDefault}`, body)).id).toBe(id)
    const withParent = refusal('when providing route as an ID router, subnet, vpc, and project should not be specified')
    expect(await t.refused('PUT', `/v1/vpc-router-routes/${id}?router=mine&${inDefault}`, body)).toEqual(withParent)
    expect(await t.refused('PUT', '/v1/vpc-router-routes/found', body)).toEqual(
      refusal('route should either be an ID or router should be specified'),
    )
    expect(await t.refused('PUT', '/v1/vpc-router-routes/found?router=mine', body)).toEqual(
      refusal('router should either be an ID or vpc should be specified'),
    )
    expect((await t.refused('GET', `/v1/vpc-router-routes/gone?router=${router.id}`))[2]).toBe(
      'not found: router-route with name "gone"',
    )
    expect((await t.refused('GET', '/v1/vpc-router-routes'))[2]).toContain('missing field `router`')
  })

  test('no unexpected errors were logged', () => expect(world.errors).toEqual([]))
})
