// Firewall rules through the API, on every database: a set that PUT replaces, with its limits.
import { beforeAll, expect, test } from 'vitest'
import { VALUES_PER_TURN } from '#contract/values.ts'
import { testingClock } from '#drivers/testing-clock.ts'
import { eachDatabase } from '../testing/databases.ts'
import { countRows, talk, type Body, type Talk } from '../testing/talk.ts'
import { makeWorld, type World } from '../testing/world.ts'

const named = (name: string) => ({ name, description: '' })
const none = { hosts: null, ports: null, protocols: null }
const rule = (name: string, more: object = {}) => ({
  ...named(name),
  status: 'enabled',
  direction: 'inbound',
  targets: [{ type: 'vpc', value: 'default' }],
  filters: none,
  action: 'allow',
  priority: 100,
  ...more,
})
const path = '/v1/vpc-firewall-rules?vpc=default&project=web'
const host = (type: string, value: string) => ({ type, value })
const ports = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}`)
const protocols = (count: number) => Array(count).fill('TCP')
const many = (count: number) => Array.from({ length: count }, (_, i) => host('instance', `i-${i}`))
const invalid = (label: string, text: string) => [400, 'InvalidValue', `unsupported value for "${label}": ${text}`]

eachDatabase((_name, open) => {
  let world: World
  let breaths = 0
  let t: Talk
  beforeAll(async () => {
    world = await makeWorld(await open(), { clock: { ...testingClock(), breathe: async () => void breaths++ } })
    t = talk(world.admin)
    await t.post('/v1/projects', named('web'))
  })
  const put = async (...rules: object[]) => (await t.put(path, { rules })).rules as Body[]
  const refused = (...rules: object[]) => t.refused('PUT', path, { rules })

  test('a PUT replaces all rules and returns the new ones, sorted', async () => {
    const filters = {
      hosts: [host('vpc', 'default'), host('ip_net', 'fd00::/8'), host('instance', 'not-there')],
      ports: ['22', '6667-7000', '80-80'],
      protocols: ['TCP', 'UDP', 'ICMP'],
    }
    const full = rule('b-full', {
      description: 'all there is',
      status: 'disabled',
      direction: 'outbound',
      action: 'deny',
      priority: 65535,
      targets: [host('subnet', 's'), host('instance', 'i'), host('ip', '10.0.0.1'), host('ip_net', '10.0.0.0/8')],
      filters,
    })
    const first = await put(full, rule('a-plain', { targets: [], priority: 0 }))
    expect(first.map(({ name }) => name)).toEqual(['a-plain', 'b-full'])
    expect(first[0]).toMatchObject({ targets: [], filters: none, priority: 0 })
    const canonical = { ...full, filters: { ...filters, ports: ['22', '6667-7000', '80'] } }
    expect(first[1]).toMatchObject(canonical)
    expect((await t.get(path)).rules).toEqual(first)

    await world.clock.advance(1000)
    const second = await put(full)
    expect(second).toHaveLength(1)
    expect(second[0]).toMatchObject(canonical)
    expect(second[0]?.id).not.toBe(first[1]?.id)
    expect(second[0]?.time_created).not.toBe(first[1]?.time_created)
  })

  test('an empty or missing list removes all rules', async () => {
    const before = await countRows(world.host.db)
    await put(rule('one'), rule('two'))
    expect(await put()).toEqual([])
    await put(rule('one'))
    expect((await t.put(path, {})).rules).toEqual([])
    expect(await countRows(world.host.db)).toEqual({ ...before, firewall_rule: 0 })
  })

  test('1024 rules are accepted, one more is refused', async () => {
    const rules = Array.from({ length: 1025 }, (_, i) => rule(`rule-${i}`))
    expect(await put(...rules.slice(1))).toHaveLength(1024)
    expect(await refused(...rules)).toEqual(invalid('rules', 'max length 1024'))
    expect((await t.get(path)).rules).toHaveLength(1024)
    await put()
  })

  test('256 entries per list are accepted, one more is refused', async () => {
    const [most, over] = [many(256), many(257)]
    const filters = { hosts: most, ports: ports(256), protocols: protocols(256) }
    expect(await put(rule('full', { targets: most, filters }))).toMatchObject([{ targets: most, filters }])
    expect(await refused(rule('full', { targets: over }))).toEqual(invalid('targets', 'max length 256'))
    for (const [label, more] of [
      ['hosts', { hosts: over }],
      ['ports', { ports: ports(257) }],
      ['protocols', { protocols: protocols(257) }],
    ] as const)
      expect(await refused(rule('full', { filters: { ...none, ...more } }))).toEqual(
        invalid(`filters.${label}`, 'max length 256'),
      )
  })

  test('names are unique in the set', async () => {
    await put(rule('kept'))
    expect(await refused(rule('b'), rule('a'), rule('c'), rule('b'), rule('a'), rule('b'))).toEqual(
      invalid('rules', 'Rule names must be unique. Duplicates: ["a", "b"]'),
    )
    expect((await t.get(path)).rules).toMatchObject([{ name: 'kept' }])
  })

  test('a VPC named in a rule must be its own', async () => {
    const other = host('vpc', 'other')
    expect(await refused(rule('one', { targets: [other] }))).toEqual([
      400,
      'InvalidRequest',
      'cross-VPC firewall target unsupported',
    ])
    expect(await refused(rule('one', { filters: { ...none, hosts: [other] } }))).toEqual([
      400,
      'InvalidRequest',
      'cross-VPC firewall host filter unsupported',
    ])
    // after a rename the old name is another VPC's
    const { id } = await t.post('/v1/vpcs?project=web', { ...named('before'), dns_name: 'before' })
    const { rules } = await t.get(`/v1/vpc-firewall-rules?vpc=${id}`)
    await t.put(`/v1/vpcs/${id}`, { name: 'after' })
    expect((await t.refused('PUT', `/v1/vpc-firewall-rules?vpc=${id}`, { rules }))[2]).toBe(
      'cross-VPC firewall target unsupported',
    )
  })

  test.each([
    ['ports: 0', { filters: { ...none, ports: ['0'] } }],
    ['ports: 65536', { filters: { ...none, ports: ['65536'] } }],
    ['ports: 1-2-3', { filters: { ...none, ports: ['1-2-3'] } }],
    ['protocols: tcp', { filters: { ...none, protocols: ['tcp'] } }],
    ['priority: 65536', { priority: 65536 }],
    ['priority: -1', { priority: -1 }],
    ['targets: null', { targets: null }],
    ['a target of an odd type', { targets: [host('silo', 'x')] }],
    ['a target that is no address', { targets: [host('ip', '10.0.0.1/8')] }],
    ['a target that is no network', { targets: [host('ip_net', '10.0.0.1')] }],
    ['status: on', { status: 'on' }],
    ['direction: both', { direction: 'both' }],
    ['action: reject', { action: 'reject' }],
  ])('%s is not a rule', async (_what, more) => {
    const [status, code, message] = await refused(rule('odd', more))
    expect([status, code]).toEqual([400, undefined])
    expect(message).toMatch(/^unable to parse JSON body: rules.* at line 1 column \d+$/)
  })

  test('a description that is too long is refused', async () => {
    expect(await refused(rule('long', { description: 'x'.repeat(513) }))).toEqual(
      invalid('description', 'description may contain at most 512 characters'),
    )
  })

  test('a PUT with If-Match replaces only the version it names', async () => {
    const save = (match: string, ...rules: object[]) => world.admin.raw('PUT', path, { rules }, { 'if-match': match })
    await put(rule('one'))
    const read = await world.admin.raw('GET', path)
    const tag = read.headers.get('etag')!
    expect(tag).toMatch(/^"[0-9a-f-]{36}"$/)
    const saved = await save(tag, rule('two'))
    expect(saved.status).toBe(200)
    expect(saved.headers.get('etag')).toBe((await world.admin.raw('GET', path)).headers.get('etag'))
    expect(saved.headers.get('etag')).not.toBe(tag)

    const stale = await save(tag, rule('three'))
    expect(stale.status).toBe(412)
    expect(stale.body).toMatchObject({
      error_code: 'PreconditionFailed',
      message: 'the firewall rules of VPC default have changed; read them again',
    })
    expect((await save(`W/${saved.headers.get('etag')}`, rule('three'))).status).toBe(412)
    expect((await t.get(path)).rules).toMatchObject([{ name: 'two' }])

    expect((await save(`"other", ${saved.headers.get('etag')}`, rule('three'))).status).toBe(200)
    expect((await save('*')).status).toBe(200)
    const empty = (await world.admin.raw('GET', path)).headers.get('etag')!
    expect((await save(empty, rule('four'))).status).toBe(200)
    expect((await save(empty)).status).toBe(412)
  })

  test('of two concurrent PUTs with the same If-Match one is refused', async () => {
    await put(rule('base'))
    const tag = (await world.admin.raw('GET', path)).headers.get('etag')!
    const replies = await Promise.all(
      ['left', 'right'].map((name) => world.admin.raw('PUT', path, { rules: [rule(name)] }, { 'if-match': tag })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  test('the VPC is named in the query', async () => {
    expect((await t.refused('GET', '/v1/vpc-firewall-rules?project=web'))[2]).toContain('missing field `vpc`')
    expect((await t.refused('GET', '/v1/vpc-firewall-rules?vpc=gone&project=web'))[2]).toBe(
      'not found: vpc with name "gone"',
    )
  })

  test('no unexpected errors were logged', () => expect(world.errors).toEqual([]))

  test('as many rules as allowed: other requests are served meanwhile', async () => {
    const before = breaths
    const filters = { ...none, hosts: many(8), ports: ports(10) }
    const made = await put(...Array.from({ length: 1024 }, (_, i) => rule(`r-${1023 - i}`, { filters })))
    expect(made).toHaveLength(1024)
    // each rule has about fifty values to parse
    const parsing = (1024 * 45) / VALUES_PER_TURN
    const storing = 1024 / 64
    expect(breaths - before).toBeGreaterThanOrEqual(parsing + storing)
    expect((await t.get(path)).rules).toEqual(made)
  })
})
