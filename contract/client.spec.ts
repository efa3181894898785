import * as fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { camelize, snakify, toCamel, toSnake } from './camel.ts'
import { allPages, makeClient, queryString, unwrap, type Data, type Model } from './client.ts'
import { ApiError } from './errors.ts'

interface Seen {
  url: string
  init: RequestInit
}

/** A client with a fake server that records requests. */
function clientOf(answer: (seen: Seen) => Response, options: { host?: string; token?: string } = {}) {
  const seen: Seen[] = []
  const fetch = async (url: string, init: RequestInit) => {
    seen.push({ url, init })
    return answer({ url, init })
  }
  return { call: makeClient({ fetch, ...options }), seen }
}

const json = (body: unknown, status = 200) => Response.json(body, { status })

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/)
const snakeName = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('_'))

describe('names', () => {
  test('every field name round-trips', () => {
    fc.assert(fc.property(snakeName, (name) => toSnake(toCamel(name)) === name))
  })

  test('whole values round-trip, including dates', () => {
    const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string())
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('node')),
        fc.dictionary(snakeName, tie('node'), { noNullPrototype: true }),
      ),
    })).node
    const plain = tree.filter(
      (value) => !/"(time_|[a-z0-9_]*_time"|[a-z0-9_]*_expiration"|timestamp")/.test(JSON.stringify(value)),
    )
    fc.assert(
      fc.property(plain, (value) => {
        expect(snakify(camelize(value))).toEqual(value)
      }),
    )
    const time = { time_created: '2025-02-03T04:05:06.789Z', items: [{ end_time: '2025-02-03T04:05:06.789Z' }] }
    expect(snakify(camelize(time))).toEqual(time)
  })

  test('keys that are data stay unchanged', () => {
    const map = { 'fd00::1': 1, '10.0.0.0/8': 2, PHY0: 3, 'a-b': 4, a_1: 5 }
    expect(camelize(map)).toEqual(map)
    expect(snakify(map)).toEqual(map)
  })

  test('only single texts under a time key become dates', () => {
    const received = camelize({
      time_created: '2025-01-01T00:00:00Z',
      auto_restart_cooldown_expiration: null,
      timestamp: '2025-01-01T00:00:00Z',
      timestamps: ['2025-01-01T00:00:00Z'],
      hold_time: 6,
      start_time: 'soon',
    })
    expect(received).toEqual({
      timeCreated: new Date('2025-01-01T00:00:00Z'),
      autoRestartCooldownExpiration: null,
      timestamp: new Date('2025-01-01T00:00:00Z'),
      timestamps: ['2025-01-01T00:00:00Z'],
      holdTime: 6,
      startTime: 'soon',
    })
  })
})

test('query strings skip null, repeat lists and use wire names', () => {
  expect(queryString({})).toBe('')
  expect(queryString({ pageToken: null, project: undefined })).toBe('')
  expect(queryString({ pageToken: 'a b', limit: 25, tag: ['x', 'y'] })).toBe('?page_token=a+b&limit=25&tag=x&tag=y')
  expect(queryString({ startTime: new Date(0) })).toBe('?start_time=1970-01-01T00%3A00%3A00.000Z')
})

describe('a call', () => {
  test('fills the path, sends snake_case and a token, receives camelCase and dates', async () => {
    const { call, seen } = clientOf(
      () => json({ id: 'x', project_id: 'p', time_created: '2025-01-01T00:00:00Z' }, 201),
      { host: 'https://rack.example', token: 'rw-token-1' },
    )
    const result = await call('vpc_subnet_update', {
      path: { subnet: 'a/b' },
      query: { vpc: 'net', project: undefined },
      body: { name: 'web', customRouter: null },
    })
    expect(seen[0]?.url).toBe('https://rack.example/v1/vpc-subnets/a%2Fb?vpc=net')
    expect(seen[0]?.init).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: 'Bearer rw-token-1' },
      body: '{"name":"web","custom_router":null}',
    })
    expect(result).toMatchObject({
      type: 'success',
      status: 201,
      data: { projectId: 'p', timeCreated: new Date('2025-01-01T00:00:00Z') },
    })
  })

  test('sends forms where the standard requires them, and raw bytes', async () => {
    const { call, seen } = clientOf(() => json({}))
    await call('device_auth_request', { body: { clientId: 'c-1' } })
    expect(seen[0]?.init).toMatchObject({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'client_id=c-1',
    })
    await call('login_saml', { path: { siloName: 's', providerName: 'p' }, body: 'SAMLResponse=x' })
    expect(seen[1]?.init).toMatchObject({ body: 'SAMLResponse=x' })
  })

  test('an empty response is an empty object, text is text', async () => {
    const empty = clientOf(() => new Response(null, { status: 204 }))
    expect(await empty.call('logout')).toMatchObject({ type: 'success', status: 204, data: {} })
    const text = clientOf(() => new Response('a\nb', { headers: { 'content-type': 'text/plain' } }))
    const result = await text.call('support_bundle_index', { path: { supportBundle: 'b' } })
    expect(result).toMatchObject({ data: 'a\nb' })
  })

  test('an error result carries its body, and unwrap throws it', async () => {
    const { call } = clientOf(() => json({ error_code: 'Forbidden', message: 'Forbidden', request_id: 'r' }, 403))
    const result = await call('project_list')
    expect(result).toEqual({
      type: 'error',
      status: 403,
      data: { errorCode: 'Forbidden', message: 'Forbidden', requestId: 'r' },
    })
    expect(() => unwrap('project_list', result)).toThrow(ApiError)
    expect(() => unwrap('project_list', result)).toThrow(expect.objectContaining({ status: 403, requestId: 'r' }))
  })

  test('an unreadable body is distinct from an API error', async () => {
    const { call } = clientOf(() => new Response('<html>', { status: 502 }))
    const result = await call('project_list')
    expect(result).toMatchObject({ type: 'client_error', status: 502, text: '<html>' })
    expect(() => unwrap('project_list', result)).toThrow('Error reading API response')
  })

  test('a page instead of JSON is unreadable too', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    const { call } = clientOf(() => new Response('<!doctype html>', { headers }))
    expect(await call('sled_load_list')).toMatchObject({ type: 'client_error', status: 200 })
  })

  test('an empty name in a path is refused, because it would request the list', async () => {
    const { call, seen } = clientOf(() => json({}))
    await expect(call('project_delete', { path: { project: '' } })).rejects.toThrow('path parameter project is missing')
    expect(seen).toEqual([])
  })
})

test('allPages follows tokens until there is none', async () => {
  const { call, seen } = clientOf(({ url }) =>
    url.includes('page_token')
      ? json({ items: [{ name: 'c' }], next_page: null })
      : json({ items: [{ name: 'a' }, { name: 'b' }], next_page: 't' }),
  )
  const names: string[] = []
  for await (const project of allPages(call, 'project_list', { query: { limit: 2 } })) names.push(project.name)
  expect(names).toEqual(['a', 'b', 'c'])
  expect(seen.map(({ url }) => url)).toEqual(['/v1/projects?limit=2', '/v1/projects?limit=2&page_token=t'])
})

test('types follow the schemas', () => {
  type Instance = Model<'Instance'>
  expectTypeOf<Instance['timeCreated']>().toEqualTypeOf<Date>()
  expectTypeOf<Instance['autoRestartCooldownExpiration']>().toEqualTypeOf<Date | null>()
  expectTypeOf<Instance['bootDiskId']>().toEqualTypeOf<string | null>()
  expectTypeOf<Model<'BgpPeer'>['holdTime']>().toEqualTypeOf<number>()
  expectTypeOf<Data<'project_list'>['nextPage']>().toEqualTypeOf<string | null>()
  expectTypeOf<Data<'project_delete'>>().toEqualTypeOf<Record<never, never>>()
  const { call } = clientOf(() => json({}))
  // @ts-expect-error a create needs its body
  void (() => call('project_create'))
  // @ts-expect-error and the instance's project
  void (() => call('instance_create', { body: { name: 'a', description: '', ncpus: 1, memory: 1, hostname: 'a' } }))
})
