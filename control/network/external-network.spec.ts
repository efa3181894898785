// External networks: their rules through the API, and the VPCs that follow them.
import { beforeEach, describe, expect, test } from 'vitest'
import type { SimulatedNetwork } from '#drivers/simulated/network.ts'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'

const NETWORKS = '/rackwright/system/external-networks'
const campus = {
  name: 'campus',
  description: 'Behind the campus router',
  physical_network: 'provider',
  vlan: 42,
  prefix: '10.200.0.0/20',
  next_hop: '10.200.15.254',
  dns_servers: ['10.1.1.1', '10.1.1.2'],
  hosts: ['rack-2', 'rack-1'],
}

eachDatabase((_name, open) => {
  describe('external networks', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
      const range = { first: '10.200.0.1', last: '10.200.15.254' }
      await world.ok('POST', '/v1/system/ip-pools/external/ranges/remove', range)
      await world.ok('POST', '/v1/system/ip-pools/external/ranges/add', { ...range, last: '10.200.14.254' })
    })
    const create = (more: object = {}) => world.ok('POST', NETWORKS, { ...campus, ...more })
    const refused = async (method: string, path: string, body: object) => {
      const reply = await world.admin.raw(method, path, body)
      expect(reply.status, JSON.stringify(reply.body)).toBe(400)
      return reply.body.message as string
    }
    const carried = async () => {
      const vpc = await world.ok('GET', '/v1/vpcs/default?project=web')
      return (await (world.host.network as SimulatedNetwork).find(vpc.id as string))!
    }

    test('are stored as given, the prefix without host bits, and listed by name', async () => {
      const pool = await world.ok('GET', '/v1/system/ip-pools/external')
      const made = await create({ prefix: '10.200.3.7/20', ip_pools: ['external'] })
      expect(made).toMatchObject({ ...campus, ip_pool_ids: [pool.id] })
      expect(await world.ok('GET', `${NETWORKS}/campus`)).toEqual(made)
      await create({ name: 'annex', vlan: null, dns_servers: [], hosts: [] })
      const { items } = await world.ok('GET', NETWORKS)
      expect(items).toMatchObject([{ name: 'annex', vlan: null, ip_pool_ids: [] }, { name: 'campus' }])
      expect((await world.admin.raw('POST', NETWORKS, campus)).body.message).toBe(
        'already exists: external-network "campus"',
      )
    })

    test.each([
      [{ vlan: 0 }, 'a VLAN is a number from 1 to 4094'],
      [{ vlan: 4095 }, 'a VLAN is a number from 1 to 4094'],
      [{ next_hop: '10.201.0.1' }, 'the next hop 10.201.0.1 must be in 10.200.0.0/20'],
      [{ next_hop: '10.200.15.255' }, 'must not be the first or the last address of 10.200.0.0/20'],
      [{ dns_servers: ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4'] }, 'at most 3 DNS servers'],
      [{ hosts: ['rack-1', 'rack-1'] }, 'a host can be listed only once'],
      [{ hosts: ['rack 1'] }, 'letters, digits, dots, hyphens and underscores'],
      [{ physical_network: '' }, 'physical_network'],
      [{ prefix: 'fd00::/64' }, 'invalid IPv4 network'],
    ])('refuse %j', async (wrong, message) => {
      expect(await refused('POST', NETWORKS, { ...campus, ...wrong })).toContain(message)
      expect((await world.ok('GET', NETWORKS)).items).toEqual([])
    })

    test('have only pools whose ranges they contain, and a pool is in one of them', async () => {
      const elsewhere = { ...campus, prefix: '192.0.2.0/24', next_hop: '192.0.2.1', ip_pools: ['external'] }
      expect(await refused('POST', NETWORKS, elsewhere)).toBe(
        'IP pool external does not fit: the range 10.200.0.1-10.200.14.254 is not in 192.0.2.0/24',
      )
      expect(await refused('POST', NETWORKS, { ...campus, next_hop: '10.200.0.1', ip_pools: ['external'] })).toBe(
        'IP pool external does not fit: the range 10.200.0.1-10.200.14.254 contains the next hop 10.200.0.1',
      )
      await create({ ip_pools: ['external'] })
      expect(await refused('POST', NETWORKS, { ...campus, name: 'other', ip_pools: ['external'] })).toBe(
        'IP pool external is in another external network; remove it there first',
      )
      const missing = await world.admin.raw('POST', NETWORKS, { ...campus, name: 'other', ip_pools: ['nothing'] })
      expect(missing).toMatchObject({ status: 404 })
      const add = '/v1/system/ip-pools/external/ranges/add'
      expect(await refused('POST', add, { first: '10.201.0.1', last: '10.201.0.9' })).toBe(
        'external network campus: the range 10.201.0.1-10.201.0.9 is not in 10.200.0.0/20',
      )
      await world.ok('POST', add, { first: '10.200.15.1', last: '10.200.15.9' })
      const narrow = { ...campus, prefix: '10.200.15.0/24' }
      expect(await refused('PUT', `${NETWORKS}/campus`, narrow)).toContain('is not in 10.200.15.0/24')
    })

    test('an update replaces the settings, and keeps name and pools that are left out', async () => {
      await create({ ip_pools: ['external'] })
      const { name: _name, description: _description, vlan: _vlan, hosts: _hosts, ...settings } = campus
      expect(await world.ok('PUT', `${NETWORKS}/campus`, settings)).toMatchObject({
        name: 'campus',
        description: campus.description,
        vlan: null,
        hosts: [],
        ip_pool_ids: [expect.any(String)],
      })
      const renamed = await world.ok('PUT', `${NETWORKS}/campus`, { ...settings, name: 'quad', ip_pools: [] })
      expect(renamed).toMatchObject({ name: 'quad', ip_pool_ids: [] })
    })

    test('change the networks of the VPCs with addresses there, and of no other', async () => {
      await world.ok('POST', '/v1/vpcs?project=web', { name: 'lab', description: '', dns_name: 'lab' })
      await world.make('db')
      // their default gateways use the pool
      for (const vpc of ['default', 'lab']) {
        const links = await world.ok('GET', `/v1/internet-gateway-ip-pools?project=web&vpc=${vpc}&gateway=default`)
        for (const { id } of links.items as { id: string }[])
          await world.ok('DELETE', `/v1/internet-gateway-ip-pools/${id}?cascade=true`)
      }
      const lab = '/rackwright/vpcs/lab/network-status?project=web'
      const untouched = await world.ok('GET', lab)
      const before = await carried()
      expect(before.external_networks).toEqual([])
      const { id, ip_pool_ids: pool_ids } = await create({ ip_pools: ['external'] })
      const { description: _, ...told } = campus
      expect(await carried()).toMatchObject({
        generation: before.generation + 1,
        external_networks: [{ id, ...told, pool_ids }],
      })
      await world.ok('PUT', `${NETWORKS}/campus`, { ...campus, hosts: ['rack-1'] })
      expect((await carried()).external_networks).toMatchObject([{ hosts: ['rack-1'] }])
      await world.ok('DELETE', `${NETWORKS}/campus`)
      expect(await carried()).toMatchObject({ generation: before.generation + 3, external_networks: [] })
      expect(await world.ok('GET', lab)).toEqual(untouched)
      expect((await world.admin.raw('GET', `${NETWORKS}/campus`)).status).toBe(404)
    })
  })
})
