// After every write that touches the network of a VPC, the network carries what the tables say. The calls are those of the authorization
// test, so a new operation is checked as soon as it has a row there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isWrite, touches } from '#contract/facts.ts'
import { operations, type OperationId } from '#contract/operations.ts'
import type { SimulatedNetwork } from '#drivers/simulated/network.ts'
import { cases } from '../../testing/authz-cases.ts'
import { actors, outcomeOf } from '../../testing/authz-rules.ts'
import { must, prepare, send, type Call, type Prepared } from '../../testing/authz-world.ts'
import { instanceBody } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { desiredNetwork } from './desired-network.ts'

const checked = (Object.keys(operations) as OperationId[])
  .filter((operation) => isWrite(operation) && !operation.startsWith('login'))
  .filter((operation) => touches(operation).includes('network_status'))

eachDatabase(
  (_name, open) => {
    let w: Prepared
    beforeAll(async () => {
      w = await prepare(await open())
      await w.world.plane.start()
      // a pool, and an instance with addresses of every kind
      await must(w.operator, 'POST', '/v1/system/ip-pools', { name: 'outside', description: '' })
      const range = { first: '198.51.100.1', last: '198.51.100.250' }
      await must(w.operator, 'POST', '/v1/system/ip-pools/outside/ranges/add', range)
      await must(w.operator, 'POST', '/v1/system/ip-pools/outside/silos', { silo: w.silo.name, is_default: true })
      await must(w.owner, 'POST', `/v1/floating-ips?project=${w.project.name}`, { name: 'entry', description: '' })
      const external_ips = [{ type: 'ephemeral' }, { type: 'floating', floating_ip: 'entry' }]
      await must(w.owner, 'POST', `/v1/instances?project=${w.project.name}`, instanceBody('front', { external_ips }))
    }, 60_000)
    afterAll(() => w.world.stop())

    async function expectAgreement(): Promise<void> {
      const { db, network } = w.world.host
      const { find, list } = network as SimulatedNetwork
      const vpcs = await db.read.selectFrom('vpc').select('id').orderBy('id').execute()
      const ids = vpcs.map(({ id }) => id)
      expect((await list()).map(({ vpc_id }) => vpc_id).sort()).toEqual(ids)
      for (const id of ids) expect(await find(id)).toEqual(await desiredNetwork(db, id))
    }

    /** A new name changes the network too. */
    function renaming(operation: OperationId, call: Call): Call {
      const isRename = /^(vpc_subnet|vpc_router|floating_ip|instance_network_interface)_update$/.test(operation)
      return isRename ? { ...call, body: { ...(call.body as object), name: w.fresh('renamed') } } : call
    }

    test('covers the writes', () => {
      expect(checked).toEqual(expect.arrayContaining(['instance_create', 'vpc_delete', 'vpc_firewall_rules_update']))
      expect(checked.length).toBeGreaterThan(30)
    })

    describe('after', () => {
      test.each(checked)('%s', async (operation) => {
        const each = cases[operation]!
        const made = await each.make?.(w)
        const call = renaming(operation, await each.call(w, made))
        const actor = actors.findLast((one) => outcomeOf(each.rule, one, operation) === 'allow')!
        const sent = await send(w.world, call.as?.[actor] ?? w.people[actor], operation, call, false)
        expect(sent.status, sent.text).toBeLessThan(300)
        await expectAgreement()
      })

      test('the rename of an attached floating IP', async () => {
        await must(w.owner, 'PUT', `/v1/floating-ips/entry?project=${w.project.name}`, { name: 'door' })
        await expectAgreement()
      })

      test.each(['unlinking', 'deletion'])('the %s of a pool that a gateway uses', async (how) => {
        const pool = await must(w.operator, 'POST', '/v1/system/ip-pools', { name: w.fresh(), description: '' })
        await must(w.operator, 'POST', `/v1/system/ip-pools/${pool.id}/silos`, { silo: w.silo.name, is_default: false })
        const link = { name: w.fresh(), description: '', ip_pool: pool.id }
        const query = `project=${w.project.name}&vpc=default&gateway=default`
        await must(w.owner, 'POST', `/v1/internet-gateway-ip-pools?${query}`, link)
        await expectAgreement()
        const silo = how === 'unlinking' ? `/silos/${w.silo.name}` : ''
        await must(w.operator, 'DELETE', `/v1/system/ip-pools/${pool.id}${silo}`)
        await expectAgreement()
      })

      test('the rename of a VPC that its rules name', async () => {
        await must(w.owner, 'PUT', `/v1/vpcs/default?project=${w.project.name}`, { name: 'former' })
        await expectAgreement()
      })
    })
  },
  ['libsql'],
)
