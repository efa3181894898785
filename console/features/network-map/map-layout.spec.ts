// Positions on the map, arrow key navigation, and the highlight.
import { expect, test } from 'vitest'
import { layoutMap, NODE_HEIGHT, type Layout } from './map-layout.ts'
import { focusable, MOVE_KEYS, nextNode } from './map-moves.ts'
import { groupId } from './map-nodes.ts'
import { reachOf } from './map-reach.ts'
import type { NetworkMap } from './network-map-queries.ts'

const base: NetworkMap = {
  vpcs: [{ id: 'vpc', name: 'prod' }],
  gateways: [{ id: 'gateway', name: 'default', vpcId: 'vpc' }],
  routers: [
    { id: 'custom', name: 'detour', vpcId: 'vpc', kind: 'custom' },
    { id: 'system', name: 'system', vpcId: 'vpc', kind: 'system' },
  ],
  routes: [
    {
      id: 'out',
      name: 'out',
      vpcRouterId: 'system',
      destination: { type: 'ip_net', value: '0.0.0.0/0' },
      target: { type: 'internet_gateway', value: 'default' },
    },
  ],
  subnets: [
    {
      id: 'front',
      name: 'front',
      vpcId: 'vpc',
      ipv4Block: '172.30.0.0/22',
      customRouterId: null,
      interfaceCount: 0,
      exit: { type: 'gateway', id: 'gateway' },
    },
    {
      id: 'back',
      name: 'back',
      vpcId: 'vpc',
      ipv4Block: '172.30.4.0/22',
      customRouterId: 'custom',
      interfaceCount: 0,
      exit: null,
    },
  ],
  instances: [],
  interfaces: [],
  externalIps: [],
  problems: [],
  truncated: false,
}

/** `count` instances in the subnet, each third one with an ephemeral IP. */
function withInstances(map: NetworkMap, subnetId: string, count: number): NetworkMap {
  const ids = Array.from({ length: count }, (_, n) => `${subnetId}-${n}`)
  return {
    ...map,
    instances: [...map.instances, ...ids.map((id) => ({ id, name: id, runState: 'running' as const }))],
    interfaces: [
      ...map.interfaces,
      ...ids.map((id) => ({
        id: `nic-${id}`,
        name: 'net0',
        vpcId: 'vpc',
        instanceId: id,
        subnetId,
        ip: '172.30.0.5',
        primary: true,
      })),
    ],
    externalIps: [
      ...map.externalIps,
      ...ids
        .filter((_, n) => n % 3 === 0)
        .map((id) => ({ id: `ip-${id}`, kind: 'ephemeral' as const, name: null, ip: '203.0.113.4', instanceId: id })),
    ],
  }
}

const small = withInstances(withInstances(base, 'front', 2), 'back', 1)
const layout = (map: NetworkMap, choices = new Map<string, boolean>()) => layoutMap(map, 'shop', choices)
const idsOf = ({ nodes }: Layout) => nodes.map(({ id }) => id)

function overlaps({ nodes }: Layout): string[] {
  return nodes.flatMap((a, index) =>
    nodes
      .slice(index + 1)
      .filter((b) => a.column === b.column && Math.abs(a.y - b.y) < NODE_HEIGHT)
      .map((b) => `${a.id} and ${b.id}`),
  )
}

test('a small network shows every resource once, in its column, without overlaps', () => {
  const shown = layout(small)
  const wanted = 'back back-0 custom front front-0 front-1 gateway internet ip-back-0 ip-front-0 system vpc'.split(' ')
  expect(idsOf(shown).toSorted()).toEqual(wanted)
  expect(overlaps(shown)).toEqual([])
  expect(shown.edges).toContainEqual({ from: 'custom', to: 'back' })
  expect(shown.edges).toContainEqual({ from: 'system', to: 'front' })
  expect(shown.edges).toContainEqual({ from: 'gateway', to: 'system' })
  expect(shown.edges).toContainEqual({ from: 'front-0', to: 'ip-front-0' })
})

test('300 instances are a count until they are expanded', () => {
  const large = withInstances(base, 'front', 300)
  const collapsed = layout(large)
  expect(collapsed.nodes.find(({ id }) => id === groupId('front'))).toMatchObject({
    title: '300 instances',
    detail: '100 external IPs',
  })
  expect(idsOf(collapsed)).not.toContain('front-0')
  expect(collapsed.height).toBeLessThan(300)
  const expanded = layout(large, new Map([['front', true]]))
  expect(idsOf(expanded)).toEqual(expect.arrayContaining(['front-0', 'front-299', 'ip-front-0']))
  expect(expanded.nodes.find(({ id }) => id === groupId('front'))?.title).toBe('Hide 300 instances')
  expect(overlaps(expanded)).toEqual([])
})

test('detached resources have their own band', () => {
  const map = {
    ...small,
    instances: [...small.instances, { id: 'hermit', name: 'hermit', runState: 'stopped' as const }],
    externalIps: [
      ...small.externalIps,
      { id: 'spare', kind: 'floating' as const, name: 'spare', ip: '203.0.113.9', instanceId: null },
    ],
    problems: [
      {
        kind: 'no_interface' as const,
        text: 'Instance hermit has no network interface.',
        subject: { type: 'instance' as const, name: 'hermit', vpc: null },
        nodeId: 'hermit',
      },
    ],
  }
  const shown = layout(map)
  expect(shown.bands.map(({ label }) => label)).toEqual(['prod', 'Not attached'])
  expect(shown.nodes.find(({ id }) => id === 'hermit')?.problems).toEqual(['Instance hermit has no network interface.'])
  expect(overlaps(shown)).toEqual([])
})

test('an empty project shows only the internet', () => {
  expect(idsOf(layout({ ...base, vpcs: [], gateways: [], routers: [], routes: [], subnets: [] }))).toEqual(['internet'])
})

test('the arrow keys follow the lines, and reach every node', () => {
  const shown = layout(small)
  expect(nextNode(shown, 'gateway', 'ArrowRight')).toBe('system')
  expect(nextNode(shown, 'system', 'ArrowRight')).toBe('front')
  expect(nextNode(shown, 'front', 'ArrowRight')).toBe('front-0')
  expect(nextNode(shown, 'front-0', 'ArrowRight')).toBe('ip-front-0')
  expect(nextNode(shown, 'ip-front-0', 'ArrowRight')).toBeUndefined()
  expect(nextNode(shown, 'front-0', 'ArrowDown')).toBe('front-1')
  expect(nextNode(shown, 'back', 'ArrowLeft')).toBe('custom')
  const found = new Set(['vpc'])
  for (const id of found)
    for (const key of MOVE_KEYS) {
      const next = nextNode(shown, id, key)
      if (next) found.add(next)
    }
  expect([...found].toSorted()).toEqual(
    focusable(shown)
      .map(({ id }) => id)
      .toSorted(),
  )
})

test('the highlight follows routes: out through a gateway, not past a route that drops', () => {
  const front = reachOf(small, 'front-0')
  expect([...(front?.ids ?? [])]).toEqual(expect.arrayContaining(['front', 'back', 'back-0', 'gateway', 'internet']))
  expect(front?.text).toBe(
    'Routes lead from front-0 to 2 subnets and the internet through gateway default. Firewall rules still apply.',
  )
  const route = {
    id: 'wall',
    name: 'wall',
    vpcRouterId: 'custom',
    destination: { type: 'subnet' as const, value: 'front' },
    target: { type: 'drop' as const },
  }
  const back = reachOf({ ...small, routes: [...small.routes, route] }, 'back-0')
  expect(back?.text).toBe('Routes lead from back-0 to 1 subnet but not the internet. Firewall rules still apply.')
  expect(back?.ids.has('front')).toBe(false)
  expect(reachOf(small, 'gone')).toBeUndefined()
})
