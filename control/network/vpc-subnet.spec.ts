// Subnets through the API, on every database: allowed blocks, their routers, and their system route.
import { beforeAll, describe, expect, test } from 'vitest'
import { bounds, netOf, overlap, within } from '#contract/ip.ts'
import { eachDatabase } from '../testing/databases.ts'
import { seededRandom } from '../testing/ports.ts'
import { countRows, talk, type Body, type Talk } from '../testing/talk.ts'
import { makeWorld, type World } from '../testing/world.ts'

const named = (name: string) => ({ name, description: '' })
const refusal = (message: string) => [400, 'InvalidRequest', message]
const notPrivate = 'VPC Subnet IPv4 address ranges must be from a private range'
const wrongLength = 'VPC Subnet IPv4 address ranges must have prefix length between 8 and 26, inclusive'
const instance = (name: string, ...interfaces: object[]) => ({
  ...named(name),
  hostname: name,
  ncpus: 1,
  memory: 2 ** 30,
  start: false,
  network_interfaces: { type: 'create', params: interfaces },
})

const routeOf = (name: string) => ({
  kind: 'vpc_subnet',
  name,
  target: { type: 'subnet', value: name },
  destination: { type: 'subnet', value: name },
})

eachDatabase((_name, open) => {
  let world: World
  let t: Talk
  beforeAll(async () => {
    world = await makeWorld(await open())
    t = talk(world.admin)
    await t.post('/v1/projects', named('web'))
  })

  let count = 0
  /** A VPC without subnets, for tests that fill it. */
  async function emptyVpc(): Promise<Body> {
    const name = `vpc-${++count}`
    const body = { ...named(name), dns_name: name, ipv6_prefix: 'fd00:1:2::/48' }
    const vpc = await t.post('/v1/vpcs?project=web', body)
    await t.del(`/v1/vpc-subnets/default?vpc=${vpc.id}`)
    return vpc
  }
  const create = (vpc: Body, name: string, ipv4_block: string, more = {}) =>
    t.post(`/v1/vpc-subnets?vpc=${vpc.id}`, { ...named(name), ipv4_block, ...more })
  const refused = (vpc: Body, name: string, ipv4_block: string, more = {}) =>
    t.refused('POST', `/v1/vpc-subnets?vpc=${vpc.id}`, { ...named(name), ipv4_block, ...more })

  const routes = async (vpc: Body) =>
    (await t.list(`/v1/vpc-router-routes?router=${vpc.system_router_id}`)).filter((r) => r.kind === 'vpc_subnet')

  describe('blocks', () => {
    let vpc: Body
    beforeAll(async () => {
      vpc = await emptyVpc()
    })

    test.each(['10.0.0.0/8', '172.16.0.0/12', '172.31.255.192/26', '192.168.0.0/16', '10.255.255.200/26'])(
      '%s is accepted unchanged',
      async (block) => {
        expect(await create(vpc, 'one', block)).toMatchObject({ name: 'one', ipv4_block: block, vpc_id: vpc.id })
        await t.del(`/v1/vpc-subnets/one?vpc=${vpc.id}`)
      },
    )

    test.each([
      ['11.0.0.0/16', notPrivate],
      ['172.32.0.0/16', notPrivate],
      ['192.169.0.0/24', notPrivate],
      ['8.8.8.0/24', notPrivate],
      ['127.0.0.0/8', notPrivate],
      ['172.16.0.0/11', notPrivate],
      ['192.168.0.0/15', notPrivate],
      ['10.0.0.0/7', wrongLength],
      ['10.0.0.0/27', wrongLength],
      ['192.168.1.1/32', wrongLength],
    ])('%s is refused', async (block, message) => {
      expect(await refused(vpc, 'one', block)).toEqual(refusal(message))
    })

    test('of IPv6 are a /64 within the prefix of the VPC, random unless requested', async () => {
      const chosen = await create(vpc, 'chosen', '10.0.0.0/24', { ipv6_block: 'FD00:1:2:ABCD::/64' })
      expect(chosen.ipv6_block).toBe('fd00:1:2:abcd::/64')
      const random = await create(vpc, 'random', '10.0.1.0/24')
      const net = netOf(random.ipv6_block as string)
      expect(net.width).toBe(64)
      expect(within(bounds(net), bounds(netOf('fd00:1:2::/48')))).toBe(true)
      for (const block of ['fd00:1:3::/64', 'fd00:1:2::/63', 'fd00:1:2::/65', 'fd00:1:2::/48', '2001:db8::/64'])
        expect(await refused(vpc, 'odd', '10.0.2.0/24', { ipv6_block: block })).toEqual(
          refusal(`VPC Subnet IPv6 address range '${block}' is not valid for VPC with IPv6 prefix 'fd00:1:2::/48'`),
        )
      await t.del(`/v1/vpc-subnets/chosen?vpc=${vpc.id}`)
      await t.del(`/v1/vpc-subnets/random?vpc=${vpc.id}`)
    })

    test('never overlap within a VPC; those of two VPCs can', async () => {
      await create(vpc, 'low', '10.0.0.0/16', { ipv6_block: 'fd00:1:2:1::/64' })
      await create(vpc, 'high', '10.4.0.0/16', { ipv6_block: 'fd00:1:2:3::/64' })
      for (const block of ['10.0.0.0/16', '10.0.7.0/24', '10.0.255.192/26', '10.0.0.0/8', '10.4.9.0/24', '10.4.0.0/14'])
        expect(await refused(vpc, 'more', block)).toEqual(
          refusal(`IP address range '${block}' conflicts with an existing subnet`),
        )
      expect(await refused(vpc, 'more', '10.1.0.0/16', { ipv6_block: 'fd00:1:2:3::/64' })).toEqual(
        refusal("IP address range 'fd00:1:2:3::/64' conflicts with an existing subnet"),
      )
      await create(vpc, 'between', '10.1.0.0/16', { ipv6_block: 'fd00:1:2:2::/64' })
      await create(vpc, 'above', '10.5.0.0/26')
      await create(await emptyVpc(), 'low', '10.0.0.0/16', { ipv6_block: 'fd00:1:2:1::/64' })
    })

    test('of concurrent overlapping requests, one succeeds', async () => {
      const busy = await emptyVpc()
      const replies = await Promise.all(
        Array.from({ length: 24 }, (_, i) =>
          world.admin.raw('POST', `/v1/vpc-subnets?vpc=${busy.id}`, {
            ...named(`sub-${i}`),
            ipv4_block: `10.${Math.floor(i / 6)}.${i % 6}.0/${i % 6 === 0 ? 16 : 24}`,
          }),
        ),
      )
      const made = await t.list(`/v1/vpc-subnets?vpc=${busy.id}`)
      expect(replies.filter((reply) => reply.status === 201)).toHaveLength(made.length)
      for (const reply of replies.filter((each) => each.status !== 201))
        expect(reply.body.message).toMatch(/^IP address range '.*' conflicts with an existing subnet$/)
      const ranges = made.map((subnet) => bounds(netOf(subnet.ipv4_block as string)))
      const apart = ranges.every((a, i) => ranges.every((b, j) => i === j || !overlap(a, b)))
      expect(apart).toBe(true)
      // whichever won, each of the four ranges has either its /16 or some of its /24s
      expect(made.length).toBeGreaterThanOrEqual(4)
      expect(new Set(made.map((subnet) => subnet.ipv6_block)).size).toBe(made.length)
      expect(await t.list(`/v1/vpc-router-routes?router=${busy.system_router_id}`)).toHaveLength(made.length + 2)
    })
  })

  test('a taken random IPv6 block is replaced by the next', async () => {
    const random = seededRandom()
    // two random bytes pick the block: always the first, which the default subnet has
    const bytes = (length: number) => (length === 2 ? new Uint8Array(2) : random.bytes(length))
    const { admin } = await makeWorld(await open(), { random: { ...random, bytes } })
    const unlucky = talk(admin)
    await unlucky.post('/v1/projects', named('web'))
    const { ipv6_prefix } = await unlucky.get('/v1/vpcs/default?project=web')
    for (const i of [1, 2, 3]) {
      const body = { ...named(`sub-${i}`), ipv4_block: `10.0.${i}.0/24` }
      const made = await unlucky.post('/v1/vpc-subnets?vpc=default&project=web', body)
      expect(made.ipv6_block).toBe((ipv6_prefix as string).replace('::/48', `:${i}::/64`))
    }
  })

  describe('custom routers', () => {
    test('can be attached to several subnets and detached', async () => {
      const vpc = await emptyVpc()
      const router = await t.post(`/v1/vpc-routers?vpc=${vpc.id}`, named('mine'))
      const one = await create(vpc, 'one', '10.0.0.0/24', { custom_router: 'mine' })
      const two = await create(vpc, 'two', '10.0.1.0/24', { custom_router: router.id })
      expect([one.custom_router_id, two.custom_router_id]).toEqual([router.id, router.id])
      expect(await t.put(`/v1/vpc-subnets/${one.id}`, {})).toMatchObject({ name: 'one', custom_router_id: null })
      const again = await t.put(`/v1/vpc-subnets/${one.id}`, { custom_router: 'mine', description: 'back' })
      expect(again).toMatchObject({ custom_router_id: router.id, description: 'back' })
      const off = await t.put(`/v1/vpc-subnets/${one.id}`, { custom_router: null })
      expect(off).toMatchObject({ custom_router_id: null, description: 'back' })
    })

    test('must exist, be custom and in the same VPC', async () => {
      const [vpc, other] = [await emptyVpc(), await emptyVpc()]
      const { id } = await t.post(`/v1/vpc-routers?vpc=${other.id}`, named('theirs'))
      const subnet = await create(vpc, 'one', '10.0.0.0/24')
      const both = async (custom_router: string) => {
        const created = await refused(vpc, 'two', '10.0.1.0/24', { custom_router })
        expect(await t.refused('PUT', `/v1/vpc-subnets/${subnet.id}`, { custom_router })).toEqual(created)
        return created
      }
      const apart = refusal('a router can only be attached to a subnet when both belong to the same VPC')
      const system = refusal('cannot attach a system router to a VPC subnet')
      expect(await both(id)).toEqual(apart)
      expect(await both('system')).toEqual(system)
      expect(await both(vpc.system_router_id as string)).toEqual(system)
      expect(await both('theirs')).toEqual([404, 'ObjectNotFound', 'not found: vpc-router with name "theirs"'])
      expect(await t.get(`/v1/vpc-subnets/${subnet.id}`)).toEqual(subnet)
    })
  })

  describe('the system route', () => {
    test('is created, renamed and deleted with the subnet', async () => {
      const vpc = await emptyVpc()
      const subnet = await create(vpc, 'one', '10.0.0.0/24')
      const [first] = await routes(vpc)
      expect(first).toMatchObject(routeOf('one'))
      await t.put(`/v1/vpc-subnets/${subnet.id}`, { name: 'uno' })
      expect(await routes(vpc)).toEqual([{ ...first, ...routeOf('uno') }])
      await t.del(`/v1/vpc-subnets/${subnet.id}`)
      expect(await routes(vpc)).toEqual([])
    })

    test.each(['default-v4', 'default-v6'])('of a subnet called %s has another name', async (name) => {
      const vpc = await emptyVpc()
      const substitute = expect.stringMatching(new RegExp(`^conflict-${name}-[0-9a-f-]{36}$`))
      const target = { type: 'subnet', value: name }
      const subnet = await create(vpc, name, '10.0.0.0/24')
      expect(await routes(vpc)).toMatchObject([{ name: substitute, target, destination: target }])
      await t.put(`/v1/vpc-subnets/${subnet.id}`, { name: 'plain' })
      expect(await routes(vpc)).toMatchObject([{ name: 'plain' }])
      await t.put(`/v1/vpc-subnets/${subnet.id}`, { name })
      expect(await routes(vpc)).toMatchObject([{ name: substitute, target, destination: target }])
    })
  })

  test('names are unique within a VPC', async () => {
    const vpc = await emptyVpc()
    await create(vpc, 'one', '10.0.0.0/24')
    await create(vpc, 'two', '10.0.1.0/24')
    const clash = [400, 'ObjectAlreadyExists', 'already exists: vpc-subnet "one"']
    expect(await refused(vpc, 'one', '10.0.2.0/24')).toEqual(clash)
    expect(await t.refused('PUT', `/v1/vpc-subnets/two?vpc=${vpc.id}`, { name: 'one' })).toEqual(clash)
  })

  test('a subnet is found by name with its VPC, or by id without', async () => {
    const subnet = await t.get('/v1/vpc-subnets/default?vpc=default&project=web')
    expect(await t.get(`/v1/vpc-subnets/${subnet.id}`)).toEqual(subnet)
    expect(await t.get(`/v1/vpc-subnets/default?vpc=${subnet.vpc_id as string}`)).toEqual(subnet)
    const withParent = refusal('when providing subnet as an ID, vpc and project should not be specified')
    const withoutParent = refusal('subnet should either be an ID or vpc should be specified')
    expect(await t.refused('GET', `/v1/vpc-subnets/${subnet.id}?vpc=default&project=web`)).toEqual(withParent)
    expect(await t.refused('GET', `/v1/vpc-subnets/${subnet.id}?project=web`)).toEqual(withParent)
    expect(await t.refused('GET', '/v1/vpc-subnets/default')).toEqual(withoutParent)
    expect(await t.refused('GET', '/v1/vpc-subnets/default?vpc=default')).toEqual(
      refusal('vpc should either be an ID or project should be specified'),
    )
    expect((await t.refused('GET', '/v1/vpc-subnets/gone?vpc=default&project=web'))[2]).toBe(
      'not found: vpc-subnet with name "gone"',
    )
    expect((await t.refused('GET', '/v1/vpc-subnets'))[2]).toContain('missing field `vpc`')
  })

  test('deleting a subnet leaves no rows behind and frees its blocks', async () => {
    const vpc = await emptyVpc()
    const before = await countRows(world.host.db)
    const subnet = await create(vpc, 'one', '10.0.0.0/24', { ipv6_block: 'fd00:1:2:9::/64' })
    await t.del(`/v1/vpc-subnets/${subnet.id}`)
    expect(await countRows(world.host.db)).toEqual(before)
    await create(vpc, 'two', '10.0.0.0/24', { ipv6_block: 'fd00:1:2:9::/64' })
  })

  describe('a subnet with interfaces in it', () => {
    test('lists them in pages, even with duplicate names, and cannot be deleted', async () => {
      const vpc = await emptyVpc()
      // instances need the default pool for source NAT
      await t.post('/v1/system/ip-pools', named('outside'))
      await t.post('/v1/system/ip-pools/outside/silos', { silo: 'recovery', is_default: true })
      await t.post('/v1/system/ip-pools/outside/ranges/add', { first: '203.0.113.1', last: '203.0.113.9' })
      const subnet = await create(vpc, 'one', '10.0.0.0/24')
      const nic = { ...named('net0'), vpc_name: vpc.name, subnet_name: 'one' }
      for (const name of ['a', 'b', 'c'])
        await t.post('/v1/instances?project=web', instance(`${vpc.name}-${name}`, nic))
      const path = `/v1/vpc-subnets/${subnet.id}`
      const all = await t.list(`${path}/network-interfaces`)
      expect(all.map(({ name, subnet_id, ip }) => [name, subnet_id, ip]).sort()).toEqual([
        ['net0', subnet.id, '10.0.0.5'],
        ['net0', subnet.id, '10.0.0.6'],
        ['net0', subnet.id, '10.0.0.7'],
      ])
      for (const sort of ['name_ascending', 'name_descending', 'id_ascending']) {
        const seen: string[] = []
        let query = `limit=2&sort_by=${sort}`
        for (;;) {
          const reply = await t.get(`${path}/network-interfaces?${query}`)
          seen.push(...(reply.items as Body[]).map(({ id }) => id))
          if (reply.next_page === null) break
          query = `limit=2&page_token=${reply.next_page as string}`
        }
        expect([...seen].sort()).toEqual(all.map(({ id }) => id).sort())
      }
      expect(await t.refused('DELETE', path)).toEqual(
        refusal('VPC Subnet cannot be deleted while network interfaces in the subnet exist'),
      )
      for (const name of ['a', 'b', 'c']) await t.del(`/v1/instances/${vpc.name}-${name}?project=web`)
      expect(await t.list(`${path}/network-interfaces`)).toEqual([])
      await t.del(path)
    })
  })

  test('no unexpected errors were logged', () => expect(world.errors).toEqual([]))
})
