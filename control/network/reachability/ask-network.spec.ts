// The reachability check asks the network too, which must agree with the rules.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Trace, TracedPacket } from '#drivers/network.ts'
import { makeSimulatedNetwork, type SimulatedNetwork } from '#drivers/simulated/network.ts'
import { simulatedCapabilities } from '#drivers/simulated/rack.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import { makeCompute, until, type Compute } from '../../testing/compute.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { TRACE_TIMEOUT_MS } from './ask-network.ts'

const OPEN = 'source_instance=front&destination_instance=back&protocol=TCP&port=22'

eachDatabase((_name, open) => {
  describe('the network', () => {
    let world: Compute
    let network: SimulatedNetwork
    let asked: TracedPacket[]
    let answer: () => Promise<Trace | undefined>
    let behind: string[]

    beforeEach(async () => {
      const clock = testingClock()
      network = makeSimulatedNetwork({ clock })
      asked = []
      behind = []
      answer = async () => ({ is_delivered: true, output: 'output to back' })
      const can = { ...simulatedCapabilities, traces_packets: true }
      const trace = (packet: TracedPacket) => (asked.push(packet), answer())
      world = await makeCompute(await open(), {
        clock,
        network: { ...network, trace, hostsBehind: async () => behind },
        can,
      })
      await world.make('front', { external_ips: [{ type: 'ephemeral' }] })
      await world.make('back')
    })

    const check = (query: string) => world.ok('GET', `/rackwright/reachability?project=web&${query}`)
    const nic = async (instance: string) => {
      const { items } = await world.ok('GET', `/v1/network-interfaces?project=web&instance=${instance}`)
      return (items as { id: string; vpc_id: string }[])[0]!
    }

    test('is asked about the interfaces at both ends, or an address outside', async () => {
      const [front, back] = [await nic('front'), await nic('back')]
      const inside = { type: 'interface', interface_id: back.id }
      await check(OPEN)
      await check('source_ip=198.51.100.7&destination_instance=front&protocol=ICMP')
      await check('source_instance=back&destination_ip=198.51.100.7&protocol=UDP&port=53')
      await check('source_instance=back&protocol=UDP&port=53')
      const vpc_id = front.vpc_id
      const outside = { type: 'outside', ip: '198.51.100.7' }
      expect(asked).toEqual([
        { vpc_id, from: { ...inside, interface_id: front.id }, to: inside, protocol: 'TCP', port: 22 },
        { vpc_id, from: outside, to: { ...inside, interface_id: front.id }, protocol: 'ICMP', port: null },
        { vpc_id, from: inside, to: outside, protocol: 'UDP', port: 53 },
        { vpc_id, from: inside, to: { type: 'outside', ip: '192.0.2.1' }, protocol: 'UDP', port: 53 },
      ])
    })

    test('is not asked where only the routers outside know, nor when there is no packet', async () => {
      await check('source_instance=back&destination_ip=10.77.0.1&protocol=UDP&port=53')
      await check('destination_instance=back&protocol=TCP&port=22')
      expect(asked).toEqual([])
    })

    test('agrees, or both answers are given', async () => {
      expect(await check(OPEN)).toMatchObject({
        verdict: 'reachable',
        network: { is_delivered: true, agrees: true, output: 'output to back' },
      })
      answer = async () => ({ is_delivered: false, output: 'drop' })
      expect(await check(OPEN)).toMatchObject({
        verdict: 'reachable',
        network: { is_delivered: false, agrees: false, output: 'drop' },
      })
      const closed = 'destination_instance=front&protocol=TCP&port=443'
      expect(await check(closed)).toMatchObject({ verdict: 'blocked', network: { agrees: true } })
      answer = async () => ({ is_delivered: true, output: 'output' })
      expect(await check(closed)).toMatchObject({ verdict: 'blocked', network: { agrees: false } })
    })

    test('that fails or takes too long is a note', async () => {
      const note = 'The network did not answer, so this is what the rules say.'
      answer = () => Promise.reject(new Error('ovn-trace failed'))
      expect(await check(OPEN)).toMatchObject({ network: null, notes: expect.arrayContaining([note]) })
      answer = () => new Promise(() => undefined)
      const before = world.clock.now().getTime()
      let late: object | undefined
      void check(OPEN).then((found) => (late = found))
      await until(world, 'an answer', async () => late)
      expect(late).toMatchObject({ verdict: 'reachable', network: null, notes: expect.arrayContaining([note]) })
      expect(world.clock.now().getTime() - before).toBeGreaterThanOrEqual(TRACE_TIMEOUT_MS)
    })

    test('that has not applied the latest change is not compared', async () => {
      network.setCondition('unreachable')
      let isWritten = false
      const writing = world.ok('PUT', '/v1/vpc-firewall-rules?project=web&vpc=default', { rules: [] })
      void writing.then(() => (isWritten = true))
      await until(world, 'the write', async () => isWritten)
      const note = 'The network has not applied the latest changes yet, so this is what the rules say.'
      expect(await check(OPEN)).toMatchObject({ network: null, notes: expect.arrayContaining([note]) })
      expect(asked).toEqual([])
    })

    test('that has a host which does not answer is not compared', async () => {
      behind = ['rack-2']
      const note =
        'Part of the network does not answer: guests there keep the rules they had. This is what the rules say.'
      expect(await check(OPEN)).toMatchObject({ network: null, notes: expect.arrayContaining([note]) })
      behind = []
      expect(await check(OPEN)).toMatchObject({ network: { agrees: true } })
    })

    test('that cannot say is not mentioned', async () => {
      answer = async () => undefined
      expect(await check(OPEN)).toMatchObject({ network: null, notes: ['front is stopped.', 'back is stopped.'] })
    })
  })
})
