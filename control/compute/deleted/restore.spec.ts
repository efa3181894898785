// Restoring instances, VPCs and projects through the API, on every database: with disks, addresses and names that were taken meanwhile.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Wire } from '#contract/api.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { makeDeleted, withDeleted, type DeletedWorld } from '../../testing/deleted.ts'
import { protectionLoop } from '../../reconcile/protection.ts'
import { settleStorage } from '../../testing/storage.ts'
import { makeWorld } from '../../testing/world.ts'

type Nic = Wire<'InstanceNetworkInterface'>
const attach = (name: string) => ({ type: 'attach', name })

eachDatabase((_name, open) => {
  describe('what comes back', () => {
    let w: DeletedWorld
    beforeAll(async () => {
      w = await makeDeleted(await open())
      return () => w.plane.stop()
    })

    const items = async (path: string) => (await w.ok('GET', path)).items as Record<string, unknown>[]
    const nicsOf = async (id: string) => (await items(`/v1/network-interfaces?instance=${id}`)) as unknown as Nic[]
    const disksOf = async (id: string) => (await items(`/v1/instances/${id}/disks`)).map(({ name }) => name)

    test('an instance: stopped, with its ID, MAC, addresses and disks', async () => {
      await w.disk('boot-1')
      await w.disk('data-1')
      await w.ok('POST', '/v1/floating-ips?project=web', { name: 'fip-1', description: '' })
      const made = await w.make('whole', {
        boot_disk: attach('boot-1'),
        disks: [attach('data-1')],
        external_ips: [{ type: 'ephemeral' }, { type: 'floating', floating_ip: 'fip-1' }],
      })
      await w.ok('PUT', `/rackwright/labels/instance/${made.id}`, { labels: ['prod'] })
      const [before, nics] = [await w.view(made.id), await nicsOf(made.id)]
      const addresses = await items(`/v1/instances/${made.id}/external-ips`)
      await w.ok('DELETE', `/v1/instances/${made.id}`)
      expect((await w.restore('whole')).left_out).toEqual([])
      expect(await w.view(made.id)).toEqual({ ...before, time_run_state_updated: expect.any(String) })
      expect(before).toMatchObject({ run_state: 'stopped', boot_disk_id: expect.any(String) })
      expect(await nicsOf(made.id)).toEqual(nics)
      expect(await disksOf(made.id)).toEqual(['boot-1', 'data-1'])
      const restored = await items(`/v1/instances/${made.id}/external-ips`)
      expect(restored.map(({ ip }) => ip)).toEqual(addresses.map(({ ip }) => ip))
      expect(await w.ok('GET', `/rackwright/labels/instance/${made.id}`)).toEqual({ labels: ['prod'] })
      await w.act(made.id, 'start')
      await w.reach(made.id, 'running')
    })

    test('an instance whose disks and addresses are taken: without them, and it says so', async () => {
      for (const name of ['boot-2', 'elsewhere', 'dropped']) await w.disk(name)
      await w.ok('POST', '/v1/floating-ips?project=web', { name: 'fip-2', description: '' })
      const { id } = await w.make('partly', {
        boot_disk: attach('elsewhere'),
        disks: [attach('boot-2'), attach('dropped')],
        external_ips: [{ type: 'ephemeral' }, { type: 'floating', floating_ip: 'fip-2' }],
      })
      const [nic] = await nicsOf(id)
      const [ephemeral] = await items(`/v1/instances/${id}/external-ips`)
      await w.ok('DELETE', `/v1/instances/${id}`)
      await w.ok('DELETE', '/v1/disks/dropped?project=web')
      // free at once: the next instance gets both addresses, the disk and the floating IP
      const other = await w.make('other', {
        disks: [attach('elsewhere')],
        external_ips: [{ type: 'ephemeral' }, { type: 'floating', floating_ip: 'fip-2' }],
      })
      expect((await nicsOf(other.id))[0]!.ip).toBe(nic!.ip)
      const { left_out } = await w.restore('partly')
      expect(left_out.map(({ noun, name, reason }) => [noun, name, reason])).toEqual([
        ['network_interface', 'net0', 'address_taken'],
        ['ephemeral_ip', ephemeral!.ip, 'address_taken'],
        ['floating_ip', 'fip-2', 'attached_elsewhere'],
        ['disk', 'dropped', 'deleted'],
        ['disk', 'elsewhere', 'attached_elsewhere'],
      ])
      expect(await disksOf(id)).toEqual(['boot-2'])
      expect(await disksOf(other.id)).toEqual(['elsewhere'])
      expect((await w.view(id)).boot_disk_id).toBeNull()
      const [now] = await nicsOf(id)
      expect(now).toMatchObject({ id: nic!.id, mac: nic!.mac, primary: true })
      expect(now!.ip).not.toBe(nic!.ip)
    })

    test('a VPC: with rules, routers, gateways and the subnets deleted from it', async () => {
      await w.ok('POST', '/v1/vpcs?project=web', { name: 'net', description: '', dns_name: 'net' })
      const at = 'project=web&vpc=net'
      await w.ok('POST', `/v1/vpc-routers?${at}`, { name: 'custom', description: '' })
      const route = {
        name: 'r1',
        description: '',
        target: { type: 'drop' },
        destination: { type: 'ip', value: '10.1.2.3' },
      }
      await w.ok('POST', `/v1/vpc-router-routes?${at}&router=custom`, route)
      const subnet = { name: 'extra', description: '', ipv4_block: '10.9.0.0/24', custom_router: 'custom' }
      await w.ok('POST', `/v1/vpc-subnets?${at}`, subnet)
      const read = async () => ({
        vpc: await w.ok('GET', '/v1/vpcs/net?project=web'),
        subnets: await items(`/v1/vpc-subnets?${at}`),
        routers: await items(`/v1/vpc-routers?${at}`),
        routes: await items(`/v1/vpc-router-routes?${at}&router=custom`),
        system: await items(`/v1/vpc-router-routes?${at}&router=system`),
        gateways: await items(`/v1/internet-gateways?${at}`),
        pools: await items(`/v1/internet-gateway-ip-pools?${at}&gateway=default`),
        rules: (await w.ok('GET', `/v1/vpc-firewall-rules?${at}`)).rules,
      })
      const before = await read()
      expect(before.pools).toHaveLength(1)
      for (const name of ['extra', 'default']) await w.ok('DELETE', `/v1/vpc-subnets/${name}?${at}`)
      await w.ok('DELETE', '/v1/vpcs/net?project=web')
      expect((await w.kept()).map(({ noun }) => noun)).not.toContain('vpc_subnet')
      expect((await w.restore('net')).left_out).toEqual([])
      expect(await read()).toEqual(before)
      // and the subnet has its addresses again
      const nic = { name: 'net0', description: '', vpc_name: 'net', subnet_name: 'extra', ip: '10.9.0.77' }
      await w.make('inside', { network_interfaces: { type: 'create', params: [nic] } })
    })

    test('a VPC without the subnets that could not be kept apart', async () => {
      await w.ok('POST', '/v1/vpcs?project=web', { name: 'twice', description: '', dns_name: 'twice' })
      const at = 'project=web&vpc=twice'
      await w.ok('DELETE', `/v1/vpc-subnets/default?${at}`)
      await w.clock.advance(1000)
      await w.ok('POST', `/v1/vpc-subnets?${at}`, { name: 'default', description: '', ipv4_block: '10.3.0.0/24' })
      await w.ok('DELETE', `/v1/vpc-subnets/default?${at}`)
      await w.ok('DELETE', '/v1/vpcs/twice?project=web')
      const { left_out } = await w.restore('twice')
      expect(left_out).toEqual([{ noun: 'vpc_subnet', id: expect.any(String), name: 'default', reason: 'name_taken' }])
      expect((await items(`/v1/vpc-subnets?${at}`)).map(({ ipv4_block }) => ipv4_block)).toEqual(['10.3.0.0/24'])
    })

    test('a project: with its policy and what was deleted from it, in one step', async () => {
      const project = await w.ok('POST', '/v1/projects', { name: 'shop', description: 'x' })
      const user = await w.ok('POST', '/v1/system/identity-providers/local/users?silo=recovery', {
        external_id: 'pat',
        password: { mode: 'password', value: 'correct horse' },
      })
      const policy = {
        role_assignments: [{ identity_type: 'silo_user', identity_id: user.id, role_name: 'collaborator' }],
      }
      await w.ok('PUT', '/v1/projects/shop/policy', policy)
      await w.disk('twin', {}, 'shop')
      await w.ok('DELETE', '/v1/disks/twin?project=shop')
      await w.clock.advance(1000)
      const twin = await w.disk('twin', {}, 'shop')
      const body = { name: 'app', description: '', hostname: 'app', ncpus: 1, memory: 2 ** 30, start: false }
      const instance = await w.ok('POST', '/v1/instances?project=shop', { ...body, disks: [attach('twin')] })
      await w.ok('DELETE', `/v1/instances/${String(instance.id)}`)
      const { id: kept } = await w.keptOne('app', 'project=shop')
      await w.ok('DELETE', '/v1/disks/twin?project=shop')
      await w.ok('DELETE', '/v1/vpc-subnets/default?project=shop&vpc=default')
      await w.ok('DELETE', '/v1/vpcs/default?project=shop')
      await w.ok('DELETE', '/v1/projects/shop')
      expect(await w.tryRestore(kept)).toMatchObject({ status: 400, body: { error_code: 'InvalidRequest' } })
      await w.ok('POST', '/v1/projects', { name: 'shop', description: 'another' })
      const { id } = await w.keptOne('shop', 'silo=recovery')
      expect(await w.tryRestore(id)).toMatchObject({ status: 400, body: { error_code: 'ObjectAlreadyExists' } })
      const { left_out } = await w.restore('shop', { name: 'old-shop' }, 'silo=recovery')
      expect(left_out.map(({ noun, name, reason }) => [noun, name, reason])).toEqual([['disk', 'twin', 'name_taken']])
      expect(await w.ok('GET', `/v1/projects/${String(project.id)}`)).toEqual({ ...project, name: 'old-shop' })
      expect(await w.ok('GET', '/v1/projects/old-shop/policy')).toMatchObject(policy)
      expect((await items('/v1/vpc-subnets?project=old-shop&vpc=default')).map(({ name }) => name)).toEqual(['default'])
      expect((await items(`/v1/instances/${String(instance.id)}/disks`)).map((disk) => disk.id)).toEqual([twin.id])
      expect((await w.kept('project=old-shop')).map(({ name }) => name)).toEqual(['twin'])
    })

    test('a project: with its protection policies, their runs and points in time', async () => {
      await w.ok('POST', '/v1/projects', { name: 'safe', description: '' })
      const disk = await w.disk('data', {}, 'safe')
      const at = '/rackwright/protection-policies'
      const { id } = await w.ok('POST', `${at}?project=safe`, {
        name: 'nightly',
        description: '',
        schedule: { kind: 'daily', time: '03:00', zone: 'UTC' },
        keep: { hourly: 0, daily: 2, weekly: 0, monthly: 0 },
        covers: { kind: 'chosen', instances: [], disks: [disk.id] },
      })
      await w.ok('POST', `${at}/${String(id)}/run`)
      await protectionLoop(w.host, () => undefined).step()
      await settleStorage(w.host)
      await protectionLoop(w.host, () => undefined).step()
      const [snapshot] = await items('/v1/snapshots?project=safe')
      const origin = () => w.ok('GET', `/rackwright/snapshots/${String(snapshot!.id)}/origin`)
      const before = { policy: await w.ok('GET', `${at}/${String(id)}`), point: await origin() }
      expect(before.policy.last_run).toMatchObject({ state: 'completed' })
      await w.ok('DELETE', `/v1/snapshots/${String(snapshot!.id)}`)
      await w.ok('DELETE', `/v1/disks/${disk.id}`)
      await w.ok('DELETE', '/v1/vpc-subnets/default?project=safe&vpc=default')
      await w.ok('DELETE', '/v1/vpcs/default?project=safe')
      await w.ok('DELETE', '/v1/projects/safe')
      expect((await w.admin.raw('GET', `${at}/${String(id)}`)).status).toBe(404)
      await w.restore('safe', {}, 'silo=recovery')
      expect({ policy: await w.ok('GET', `${at}/${String(id)}`), point: await origin() }).toEqual(before)
    })

    test('after a restart, through another replica', async () => {
      const disk = await w.disk('elsewhere-too')
      await w.ok('DELETE', '/v1/disks/elsewhere-too?project=web')
      const other = withDeleted(await makeWorld(w.host.db, { volumes: w.host.volumes, clock: w.clock }))
      expect(await other.restore('elsewhere-too')).toMatchObject({ resource_id: disk.id })
      expect((await w.kept()).map(({ name }) => name)).not.toContain('elsewhere-too')
      expect(await w.ok('GET', `/v1/disks/${disk.id}`)).toMatchObject({ state: { state: 'detached' } })
      expect(w.errors).toEqual([])
    })
  })
})
