// What others change is noticed and repaired, what is theirs is left alone, and a change touches only what it has to. Without hosts.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Network } from '../network.ts'
import { externalSwitchName, localnetName, routerName, subnetPortName, switchName } from './names.ts'
import { TABLES } from './schema.ts'
import { openOn, OUTSIDE, TestVpc } from './testing-vpc.ts'
import { startRig, type Rig } from './testing/rig.ts'
import { needing } from '../../scripts/needs.mjs'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/

describe('OVN, changed by others', needing('networks'), () => {
  let rig: Rig
  let network: Network
  beforeAll(async () => {
    rig = await startRig([])
  })
  afterAll(() => rig?.remove())
  beforeEach(async () => {
    network = await openOn(rig)
  })
  afterEach(async () => {
    for (const { vpc_id } of await network.list()) await network.remove(vpc_id)
    await network.close()
  })

  interface Row {
    table: string
    uuid: string
    text: string
  }

  async function rows(): Promise<Row[]> {
    const all = await Promise.all(
      TABLES.map(async (table) => {
        const { headings, data } = JSON.parse(await rig.nbctl('--format=json', 'list', table)) as {
          headings: string[]
          data: unknown[][]
        }
        return data.map((cells) => {
          const cell = Object.fromEntries(headings.map((heading, i) => [heading, cells[i]]))
          const { _uuid, ...rest } = cell as Record<string, unknown>
          return { table, uuid: String(_uuid), text: JSON.stringify(rest) }
        })
      }),
    )
    return all.flat()
  }

  /** Rows by what they say, without the UUIDs that OVN gives to new ones. */
  const meaning = async () =>
    (await rows()).map(({ table, text }) => `${table} ${text.replaceAll(new RegExp(UUID, 'g'), nameless)}`).sort()
  const ours = new Set<string>()
  const nameless = (uuid: string) => (ours.has(uuid) ? uuid : 'uuid')

  function busyVpc(n: number): TestVpc {
    const vpc = new TestVpc(n, ['172.30.0', '172.30.4'])
    const web = vpc.machine('web', 5)
    const log = vpc.machine('log', 6, vpc.network.subnets[1])
    vpc.external('snat', `203.0.113.${n}`, web)
    vpc.external('snat', `203.0.113.${n}`, log)
    vpc.external('floating', `203.0.113.${100 + n}`, web, 'entry')
    for (const one of [vpc.network, ...vpc.network.subnets, ...vpc.network.interfaces, OUTSIDE]) ours.add(one.id)
    return vpc
  }

  const generationOf = async ({ network: { id } }: TestVpc) =>
    (await network.list()).find(({ vpc_id }) => vpc_id === id)?.generation

  const switchNames = () => rig.nbctl('--bare', '--columns=name', 'list', 'Logical_Switch')

  const vpc = busyVpc(1)
  const { id, subnets, interfaces } = vpc.network
  const nic = interfaces[0]!
  const uuidOf = async (table: string, key: string) =>
    (await rig.nbctl('--bare', '--columns=_uuid', 'find', table, `external_ids:rackwright-key="${key}"`)).trim()

  /** Of all interfaces of the VPC, and what holds for them without any rule. */
  const group = () => uuidOf('Port_Group', 'group:firewall')
  const denial = () => uuidOf('ACL', 'acl:default:inbound')

  const vandalism: Record<string, () => Promise<unknown>> = {
    'another address': () => rig.nbctl('lsp-set-addresses', nic.id, 'unknown'),
    'no port security': () => rig.nbctl('clear', 'Logical_Switch_Port', nic.id, 'port_security'),
    'a port that is off': () => rig.nbctl('lsp-set-enabled', nic.id, 'disabled'),
    'a port that is gone': () => rig.nbctl('lsp-del', nic.id),
    'a port more': () => rig.nbctl('lsp-add', switchName(subnets[0]!.id), 'intruder'),
    'a switch that is gone': () => rig.nbctl('ls-del', switchName(subnets[1]!.id)),
    'a router that is gone': () => rig.nbctl('lr-del', routerName(id)),
    'a router port that is gone': () => rig.nbctl('lrp-del', subnetPortName(subnets[0]!.id)),
    'a route more': () => rig.nbctl('lr-route-add', routerName(id), '10.0.0.0/8', '172.30.0.9'),
    'no policies': () => rig.nbctl('lr-policy-del', routerName(id)),
    'no translation': () => rig.nbctl('lr-nat-del', routerName(id)),
    'another lease': async () =>
      rig.nbctl('set', 'DHCP_Options', await uuidOf('DHCP_Options', `dhcp:${nic.id}`), 'options:mtu=9000'),
    'another name': async () => rig.nbctl('set', 'DNS', await uuidOf('DNS', 'dns'), 'records:web.vpc-1=10.0.0.1'),
    'other sources': async () =>
      rig.nbctl(
        'clear',
        'Address_Set',
        await uuidOf('Address_Set', `sources:${vpc.network.gateways[0]!.id}:${OUTSIDE.id}`),
        'addresses',
      ),
    'an ACL that is gone': async () => rig.nbctl('remove', 'Port_Group', await group(), 'acls', await denial()),
    'another ACL': async () => rig.nbctl('set', 'ACL', await denial(), 'action=allow'),
    'a group that is gone': async () => rig.nbctl('destroy', 'Port_Group', await group()),
    'a member that is gone': async () => {
      const port = (await rig.nbctl('get', 'Logical_Switch_Port', nic.id, '_uuid')).trim()
      await rig.nbctl('remove', 'Port_Group', await group(), 'ports', port)
    },
    'a tag that is gone': () => rig.nbctl('remove', 'Logical_Switch_Port', nic.id, 'external_ids', 'rackwright-key'),
    'a set without tags': async () => {
      const set = await uuidOf('Address_Set', `sources:${vpc.network.gateways[0]!.id}:${OUTSIDE.id}`)
      await rig.nbctl('clear', 'Address_Set', set, 'external_ids')
    },
    'another generation': () => rig.nbctl('set', 'Logical_Router', routerName(id), 'external_ids:rackwright-digest=no'),
    'another VLAN': () => rig.nbctl('set', 'Logical_Switch_Port', localnetName(OUTSIDE.id), 'tag=7'),
    'no external network': () => rig.nbctl('ls-del', externalSwitchName(OUTSIDE.id)),
    'no way out': () => rig.nbctl('lsp-del', localnetName(OUTSIDE.id)),
  }

  test.each(Object.entries(vandalism))('%s', async (_name, change) => {
    await network.apply(vpc.network)
    const before = await meaning()
    expect(await generationOf(vpc)).toBe(vpc.network.generation)
    let heard = 0
    network.watch(() => (heard += 1))
    await change()
    expect(await generationOf(vpc)).toBe(0)
    expect(heard).toBeGreaterThan(0)
    // a server that starts now sees it too
    const again = await openOn(rig)
    expect((await again.list()).map(({ generation }) => generation)).toEqual([0])
    await again.close()
    await network.apply(vpc.network)
    expect(await generationOf(vpc)).toBe(vpc.network.generation)
    expect(await meaning()).toEqual(before)
  })

  test('what others add to a row for themselves stays', async () => {
    await network.apply(vpc.network)
    await rig.nbctl('set', 'Logical_Switch_Port', nic.id, 'external_ids:owner=somebody')
    expect(await generationOf(vpc)).toBe(vpc.network.generation)
    await network.apply(vpc.change({ mtu: 1300 }))
    expect(await rig.nbctl('get', 'Logical_Switch_Port', nic.id, 'external_ids:owner')).toContain('somebody')
  })

  test('the rows of others are left alone', async () => {
    await rig.nbctl('ls-add', 'theirs', '--', 'lsp-add', 'theirs', 'their-port', '--', 'lr-add', 'their-router')
    await rig.nbctl('acl-add', 'theirs', 'to-lport', '1000', 'ip4', 'drop')
    await rig.nbctl('lr-nat-add', 'their-router', 'snat', '198.51.100.1', '10.0.0.0/8')
    const before = (await rows()).map(({ uuid, text }) => `${uuid} ${text}`).sort()
    await network.apply(vpc.network)
    expect((await rows()).length).toBeGreaterThan(before.length)
    await network.remove(id)
    expect((await rows()).map(({ uuid, text }) => `${uuid} ${text}`).sort()).toEqual(before)
    await rig.nbctl('ls-del', 'theirs', '--', 'lr-del', 'their-router')
  })

  test('nothing is left of a VPC, and the switch of an external network goes with the last one', async () => {
    const other = busyVpc(2)
    await network.apply(vpc.network)
    await network.apply(other.network)
    await network.remove(id)
    expect(await switchNames()).toContain(externalSwitchName(OUTSIDE.id))
    expect(await generationOf(other)).toBe(other.network.generation)
    expect((await rows()).filter(({ text }) => text.includes(id))).toEqual([])
    await network.apply(other.change({ external_ips: [] }))
    expect(await switchNames()).not.toContain(externalSwitchName(OUTSIDE.id))
    await network.remove(other.network.id)
    expect(await rows()).toEqual([])
  })

  test('our own changes are no news', async () => {
    await network.list()
    let heard = 0
    network.watch(() => (heard += 1))
    await network.apply(vpc.network)
    await network.apply(vpc.change({ mtu: 1300 }))
    await network.remove(id)
    await network.list()
    expect(heard).toBe(0)
    await network.apply(vpc.network)
    const again = await openOn(rig)
    await again.remove(id)
    await again.close()
    await network.list()
    expect(heard).toBe(1)
  })

  test('two servers may apply the same at once', async () => {
    const again = await openOn(rig)
    await Promise.all([
      network.apply(vpc.network),
      again.apply(vpc.network),
      network.apply(busyVpc(2).network),
      again.apply(busyVpc(2).network),
    ])
    expect(await network.list()).toHaveLength(2)
    expect(await generationOf(vpc)).toBe(vpc.network.generation)
    const routers = (await rows()).filter(({ table }) => table === 'Logical_Router')
    expect(routers).toHaveLength(2)
    await again.close()
  })

  test('a change touches the rows that it is about', async () => {
    const others = [2, 3, 4].map(busyVpc)
    for (const { network: one } of [vpc, ...others]) await network.apply(one)
    const before = new Map((await rows()).map((row) => [row.uuid, row]))
    const lease = vpc.network.machines.map((machine) =>
      machine.name === 'log' ? { ...machine, hostname: 'logs' } : machine,
    )
    await network.apply(vpc.change({ machines: lease }))
    const changed = (await rows()).filter(({ uuid, text }) => before.get(uuid)?.text !== text)
    // its lease, the names of the VPC, and the router with the generation
    expect(changed.map(({ table }) => table).sort()).toEqual(['DHCP_Options', 'DNS', 'Logical_Router'])
  })
})
