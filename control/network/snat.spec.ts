// On OVN, a source NAT address serves one VPC.
import { beforeEach, describe, expect, test } from 'vitest'
import { capabilitiesOf, type NetworkKind } from '#drivers/rack.ts'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { desiredNetwork } from './desired/desired-network.ts'
import { divideSnat } from './snat.ts'

const canOn = (network: NetworkKind) => ({ ...simulatedCapabilities, ...capabilitiesOf(network) })

eachDatabase((_name, open) => {
  describe('source NAT', () => {
    let world: Compute
    const start = async (network: NetworkKind) => {
      world = await makeCompute(await open(), { can: canOn(network) })
      await world.ok('POST', '/v1/vpcs?project=web', { name: 'lab', description: '', dns_name: 'lab' })
    }
    const nic = { name: 'net0', description: '', vpc_name: 'lab', subnet_name: 'default' }
    const inLab = { network_interfaces: { type: 'create', params: [nic] } }
    const alone = { network_interfaces: { type: 'none' } }
    const share = async ({ id }: { id: string }) =>
      world.host.db.read
        .selectFrom('external_ip')
        .select(['ip', 'first_port'])
        .where('instance_id', '=', id)
        .where('kind', '=', 'snat')
        .executeTakeFirstOrThrow()
    const used = async () => (await world.ok('GET', '/v1/system/ip-pools/external/utilization')).ipv4

    const divide = (network: NetworkKind, warnings: string[] = []) =>
      divideSnat({
        ...world.host,
        can: canOn(network),
        log: { ...world.host.log, warn: (text) => void warnings.push(text) },
      })
    const desired = async (name: string) => {
      const { id } = await world.ok('GET', `/v1/vpcs/${name}?project=web`)
      return (await desiredNetwork(world.host.db, id as string))!
    }

    describe('on OVN', () => {
      beforeEach(() => start('ovn'))

      test('instances share addresses only within their VPC', async () => {
        const web = [await world.make('web-1'), await world.make('web-2')]
        const lab = [await world.make('lab-1', inLab), await world.make('lab-2', inLab)]
        const [web1, web2, lab1, lab2] = await Promise.all([...web, ...lab].map(share))
        expect(web2).toEqual({ ip: web1!.ip, first_port: 16_384 })
        expect(lab1).toMatchObject({ first_port: 0 })
        expect(lab1!.ip).not.toBe(web1!.ip)
        expect(lab2).toEqual({ ip: lab1!.ip, first_port: 16_384 })
        expect(await used()).toMatchObject({ allocated: 2 })
      })

      test('an instance gets another share when its first interface is in another VPC', async () => {
        await world.make('other', alone)
        const moving = await world.make('moving', alone)
        await world.make('web-1')
        const lab1 = await world.make('lab-1', inLab)
        const { vpc_name, subnet_name, name, description } = nic
        const add = (vpc: string) =>
          world.ok('POST', '/v1/network-interfaces?project=web&instance=moving', {
            name,
            description,
            subnet_name,
            vpc_name: vpc,
          })
        await add(vpc_name)
        expect(await share(moving)).toEqual({ ip: (await share(lab1)).ip, first_port: 16_384 })
        await world.ok('DELETE', '/v1/network-interfaces/net0?project=web&instance=moving')
        await add('default')
        expect((await share(moving)).first_port).toBe(16_384)
        for (const name of ['moving', 'other', 'web-1', 'lab-1'])
          await world.ok('DELETE', `/v1/instances/${name}?project=web`)
        expect(await used()).toMatchObject({ allocated: 0 })
      })
    })

    test('elsewhere, instances share addresses across VPCs', async () => {
      await start('simulated')
      const [web, lab] = [await world.make('web'), await world.make('lab', inLab)]
      expect(await share(lab)).toEqual({ ip: (await share(web)).ip, first_port: 16_384 })
    })

    describe('of an installation that moves to OVN', () => {
      test('is divided: the first VPC keeps its address', async () => {
        await start('simulated')
        const web1 = await world.make('web-1')
        const lab1 = await world.make('lab-1', inLab)
        const web2 = await world.make('web-2')
        const { ip } = await share(web1)
        const before = await desired('lab')
        await divide('ovn')
        expect([await share(web1), await share(web2)]).toEqual([
          { ip, first_port: 0 },
          { ip, first_port: 32_768 },
        ])
        const moved = await share(lab1)
        expect(moved.ip).not.toBe(ip)
        const after = await desired('lab')
        expect(after.generation).toBe(before.generation + 1)
        expect(after.external_ips).toMatchObject([{ kind: 'snat', ip: moved.ip }])
        await divide('ovn')
        expect(await share(lab1)).toEqual(moved)
        // and back
        await divide('simulated')
        const lab2 = await world.make('lab-2', inLab)
        expect((await share(lab2)).ip).toBe(ip)
      })

      test('leaves a VPC without one, where the pool has no more', async () => {
        await start('simulated')
        const range = { first: '10.200.0.1', last: '10.200.15.254' }
        await world.ok('POST', '/v1/system/ip-pools/external/ranges/remove', range)
        await world.ok('POST', '/v1/system/ip-pools/external/ranges/add', { first: range.first, last: range.first })
        await world.make('web')
        await world.make('lab', inLab)
        const warnings: string[] = []
        await divide('ovn', warnings)
        expect(warnings.join()).toContain('no source NAT address')
        expect((await desired('default')).external_ips).toHaveLength(1)
        expect((await desired('lab')).external_ips).toEqual([])
      })
    })
  })
})
