// Finding the owner of an address or an ID, and who finds it: through the API on every database.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeSilo, makeUser } from '../testing/authz-world.ts'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import type { Person } from '../testing/world.ts'

interface Item {
  kind: string
  match: string
  id: string
  name: string
  project_name: string | null
}

eachDatabase((_name, open) => {
  describe('lookup', () => {
    let world: Compute
    beforeEach(async () => {
      world = await makeCompute(await open())
      await world.plane.stop()
    })
    const find = async (text: string, person: Person = world.admin) => {
      const { status, body } = await person.raw('GET', `/rackwright/lookup?text=${encodeURIComponent(text)}`)
      expect(status).toBe(200)
      return body.items as Item[]
    }
    const get = async (path: string) => (await world.ok('GET', path)) as unknown as Record<string, string>
    const first = async (path: string) =>
      ((await world.ok('GET', path)) as unknown as { items: Record<string, string>[] }).items[0]!

    test('addresses and IDs of an instance lead to it', async () => {
      const { id } = await world.make('web-1', { external_ips: [{ type: 'ephemeral' }] })
      const nic = await first('/v1/network-interfaces?instance=web-1&project=web')
      const { items: external } = (await world.ok(
        'GET',
        '/v1/instances/web-1/external-ips?project=web',
      )) as unknown as { items: { ip: string; kind: string }[] }
      const owner = { kind: 'instance', id, name: 'web-1', project_name: 'web' }
      expect(await find(nic['ip']!)).toMatchObject([{ ...owner, match: 'private_ip' }])
      expect(await find(nic['mac']!)).toMatchObject([{ ...owner, match: 'mac' }])
      expect(await find(nic['mac']!.toLowerCase().replaceAll(':', '-'))).toMatchObject([{ ...owner, match: 'mac' }])
      expect(await find(nic['mac']!.toLowerCase().replaceAll(':', ''))).toMatchObject([{ ...owner, match: 'mac' }])
      expect(await find(nic['mac']!.slice(0, 10))).toMatchObject([{ ...owner, match: 'mac' }])
      expect(await find(nic['ip']!.replace(/\.\d+$/, '.'))).toMatchObject([{ ...owner, match: 'private_ip' }])
      expect(await find(nic['id']!)).toMatchObject([{ ...owner, match: 'interface_id' }])
      for (const { ip, kind } of external) {
        const match = kind === 'ephemeral' ? 'external_ip' : 'source_nat'
        expect(await find(ip)).toMatchObject([
          { ...owner, match },
          { kind: 'ip_pool', name: 'external', match: 'address' },
        ])
      }
      expect(await find(id)).toMatchObject([{ ...owner, match: 'id' }])
      expect(await find(id.slice(0, 13))).toMatchObject([owner])
      expect(await find(` ${id.toUpperCase()} `)).toMatchObject([owner])
    })

    test('parts of a VPC say which one', async () => {
      const subnet = await first('/v1/vpc-subnets?vpc=default&project=web')
      const where = { project_name: 'web', vpc_name: 'default' }
      expect(await find(subnet['id']!)).toMatchObject([{ kind: 'vpc_subnet', name: 'default', ...where }])
      const router = await first('/v1/vpc-routers?vpc=default&project=web')
      const route = await first(`/v1/vpc-router-routes?router=${router['id']}`)
      expect(await find(route['id']!)).toMatchObject([
        { kind: 'vpc_router_route', ...where, router_name: router['name'] },
      ])
    })

    test('other texts find nothing', async () => {
      const { id } = await world.make('web-1')
      for (const text of ['web-1', '', 'abc', 'zzzz', `${id}0`, id.replaceAll('-', ''), '10.0.0', '%', '300.1.1.1'])
        expect(await find(text)).toEqual([])
      const { status } = await world.admin.raw('GET', `/rackwright/lookup?text=${'a'.repeat(65)}`)
      expect(status).toBe(400)
    })

    test('nobody finds what they cannot read', async () => {
      const { id } = await world.make('web-1')
      const nic = await first('/v1/network-interfaces?instance=web-1&project=web')
      const texts = [id, id.slice(0, 8), nic['ip']!, nic['mac']!, nic['id']!]
      // another silo, even as its admin
      await makeSilo(world.admin, 'acme')
      const { id: admin, person: stranger } = await makeUser(world, 'acme', 'admin')
      await world.ok('PUT', '/v1/system/silos/acme/policy', {
        role_assignments: [{ identity_type: 'silo_user', identity_id: admin, role_name: 'admin' }],
      })
      // this silo, with a role on another project only
      await world.ok('POST', '/v1/projects', { name: 'other', description: '' })
      const member = await makeUser(world, 'recovery', 'member')
      await world.ok('PUT', '/v1/projects/other/policy', {
        role_assignments: [{ identity_type: 'silo_user', identity_id: member.id, role_name: 'viewer' }],
      })
      const nobody = (await makeUser(world, 'recovery', 'nobody')).person
      for (const text of texts) {
        expect(await find(text, stranger)).toEqual([])
        expect(await find(text, member.person)).toEqual([])
        expect(await find(text, nobody)).toEqual([])
      }
      const { id: other } = await get('/v1/projects/other')
      expect(await find(other!, member.person)).toMatchObject([{ kind: 'project', name: 'other' }])
      expect(await find(other!, nobody)).toEqual([])
      // what is of the system is for its operators
      const { id: pool } = await get('/v1/system/ip-pools/external')
      expect(await find(pool!)).toMatchObject([{ kind: 'ip_pool', name: 'external' }])
      expect(await find(pool!, stranger)).toEqual([])
      // SSH keys are found by their owner only
      const body = {
        name: 'desk',
        description: '',
        public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f',
      }
      const key = (await world.ok('POST', '/v1/me/ssh-keys', body)) as unknown as { id: string }
      expect(await find(key.id)).toMatchObject([{ kind: 'ssh_key', name: 'desk' }])
      expect(await find(key.id, nobody)).toEqual([])
    })
  })
})
