// What every network is held to.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ANSWER_TIMEOUT_MS, type Network, type VpcNetwork } from './network.ts'

export interface NetworkUnderTest {
  network: Network
  /** Makes every call fail (`unreachable`) or go unanswered (`hung`), until it is `up` again. */
  setCondition(condition: 'up' | 'unreachable' | 'hung'): Promise<void> | void
  /** Lets time pass. */
  pass(milliseconds: number): Promise<void>
  /** Another connection to the same network, as after a restart. */
  reopen(): Promise<Network>
  end?: () => Promise<void>
}

/** A VPC with one subnet, one instance and the default rules. `n` tells VPCs apart. */
export function vpcOf(n: number, generation: number): VpcNetwork {
  const id = (part: number) => `00000000-0000-4000-8000-${String(n).padStart(6, '0')}${String(part).padStart(6, '0')}`
  const [vpc_id, subnet_id, router_id, gateway_id, instance_id] = [0, 1, 2, 3, 4].map(id) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const rule = { direction: 'inbound' as const, action: 'allow' as const, priority: 65534 }
  return {
    id: vpc_id,
    name: `vpc-${n}`,
    generation,
    dns_name: `vpc-${n}`,
    ipv6_prefix: 'fd00:1:2::/48',
    vni: 2000 + n,
    mtu: 1442,
    subnets: [
      {
        id: subnet_id,
        name: 'default',
        vpc_id,
        ipv4_block: '172.30.0.0/22',
        ipv6_block: 'fd00:1:2::/64',
        custom_router_id: null,
        gateway_ip: '172.30.0.1',
      },
    ],
    routers: [{ id: router_id, name: 'system', vpc_id, kind: 'system' }],
    routes: [
      {
        id: id(5),
        name: 'default-v4',
        vpc_router_id: router_id,
        prefixes: ['0.0.0.0/0'],
        hop: { type: 'gateway', gateway_id },
      },
      {
        id: id(6),
        name: 'default',
        vpc_router_id: router_id,
        prefixes: ['172.30.0.0/22', 'fd00:1:2::/64'],
        hop: { type: 'local' },
      },
    ],
    gateways: [{ id: gateway_id, name: 'default', vpc_id, pool_ids: [id(7)], addresses: [] }],
    rules: [
      {
        ...rule,
        id: id(8),
        name: 'allow-internal',
        targets: [{ type: 'vpc' }],
        hosts: [{ type: 'vpc' }],
        ports: null,
        protocols: null,
      },
      {
        ...rule,
        id: id(9),
        name: 'allow-ssh',
        targets: [{ type: 'subnet', subnet_id }],
        hosts: null,
        ports: ['22', '8000-8999'],
        protocols: ['TCP'],
      },
    ],
    machines: [{ id: instance_id, name: 'web', kind: 'instance', hostname: 'web' }],
    interfaces: [
      {
        id: id(10),
        name: 'net0',
        instance_id,
        vpc_id,
        subnet_id,
        ip: '172.30.0.5',
        mac: 'A8:40:25:F0:00:01',
        primary: true,
        transit_ips: [],
      },
    ],
    external_ips: [
      {
        instance_id,
        kind: 'snat',
        name: null,
        ip: `203.0.113.${n}`,
        ip_pool_id: id(7),
        first_port: 0,
        last_port: 16_383,
      },
    ],
    external_networks: [],
  }
}

export function networkCases(name: string, open: () => Promise<NetworkUnderTest>) {
  describe(`network: ${name}`, () => {
    let under: NetworkUnderTest
    let network: Network
    beforeEach(async () => {
      under = await open()
      network = under.network
    })
    afterEach(async () => {
      await network.close()
      await under.end?.()
    })

    const listed = async (of = network) =>
      Object.fromEntries((await of.list()).map(({ vpc_id, generation }) => [vpc_id, generation]))
    const [one, other] = [vpcOf(1, 1), vpcOf(2, 7)]

    test('carries what it was given, each VPC with its generation', async () => {
      expect(await network.list()).toEqual([])
      await network.apply(one)
      await network.apply(other)
      expect(await listed()).toEqual({ [one.id]: 1, [other.id]: 7 })
    })

    test('a newer generation replaces an older one; an older one changes nothing', async () => {
      await network.apply(vpcOf(1, 3))
      await network.apply({ ...vpcOf(1, 5), interfaces: [], machines: [], external_ips: [] })
      expect(await listed()).toEqual({ [one.id]: 5 })
      await network.apply(vpcOf(1, 4))
      expect(await listed()).toEqual({ [one.id]: 5 })
    })

    test('the same again is fine', async () => {
      await network.apply(one)
      await network.apply(one)
      await Promise.all([network.apply(one), network.apply(one)])
      expect(await listed()).toEqual({ [one.id]: 1 })
    })

    test('two VPCs may have the same addresses', async () => {
      expect(one.subnets[0]!.ipv4_block).toBe(other.subnets[0]!.ipv4_block)
      await Promise.all([network.apply(one), network.apply(other)])
      expect(Object.keys(await listed())).toHaveLength(2)
    })

    test('a VPC can be empty', async () => {
      const empty = { subnets: [], routes: [], gateways: [], rules: [], machines: [], interfaces: [], external_ips: [] }
      await network.apply({ ...vpcOf(1, 2), ...empty })
      expect(await listed()).toEqual({ [one.id]: 2 })
    })

    test('removes a VPC and keeps the others; unknown is fine', async () => {
      await network.apply(one)
      await network.apply(other)
      await network.remove(one.id)
      await network.remove(one.id)
      await network.remove(vpcOf(3, 1).id)
      expect(await listed()).toEqual({ [other.id]: 7 })
    })

    test('another connection finds the same', async () => {
      await network.apply(one)
      const again = await under.reopen()
      expect(await listed(again)).toEqual({ [one.id]: 1 })
      await again.remove(one.id)
      expect(await listed()).toEqual({})
      await again.close()
    })

    describe.each(['unreachable', 'hung'] as const)('while it is %s', (condition) => {
      test('every call fails with `host`, and nothing is lost', async () => {
        await network.apply(one)
        await under.setCondition(condition)
        for (const call of [() => network.apply(other), () => network.remove(one.id), () => network.list()]) {
          const failure = expect(call()).rejects.toMatchObject({ name: 'DriverError', code: 'host' })
          await under.pass(ANSWER_TIMEOUT_MS)
          await failure
        }
        await under.setCondition('up')
        await network.apply(vpcOf(2, 8))
        expect((await listed())[other.id]).toBe(8)
      })

      test('watchers hear when it is back', async () => {
        await under.setCondition(condition)
        let heard = 0
        const unwatch = network.watch(() => (heard += 1))
        await under.setCondition('up')
        await under.pass(ANSWER_TIMEOUT_MS)
        expect(heard).toBeGreaterThan(0)
        unwatch()
        const before = heard
        await under.setCondition(condition)
        await under.setCondition('up')
        await under.pass(ANSWER_TIMEOUT_MS)
        expect(heard).toBe(before)
      })
    })
  })
}
