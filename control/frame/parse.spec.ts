// Malicious bodies and queries are refused before they cost anything, with the same message on every database.
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'

const refused = (why: string) => `unable to parse JSON body: ${why} at line 1 column 1`

eachDatabase((_name, open) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(await open())
    return () => world.stop()
  })

  const projects = async (body: string) => {
    const reply = await world.admin.raw('POST', '/v1/projects', body)
    expect(reply.status).toBe(400)
    return reply.body.message
  }
  const said = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const reply = await world.admin.raw(method, path, body, headers)
    return [reply.status, reply.body.message]
  }

  test('a megabyte of mistakes is reported as one error', async () => {
    const many = `{"rules":[${'{},'.repeat(200_000)}{}]}`
    const reply = await world.admin.raw('PUT', '/v1/vpc-firewall-rules?vpc=default&project=web', many)
    expect(reply).toMatchObject({
      status: 400,
      body: { message: refused('more than 100000 values') },
    })
    const lists = `{"x":[${'[1,1,1,1,1,1,1,1,1,1],'.repeat(4000)}[]],"y":[${'[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],'.repeat(4000)}[]]}`
    expect(await projects(lists)).toBe(refused('more than 100000 values'))
  })

  test('a deeply nested value is refused', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(await projects(`{"x":${deep},"name":1,"description":""}`)).toBe(refused('recursion limit exceeded'))
  })

  test('a page token cannot set the prototype of the query', async () => {
    const scan = '{"__proto__":{"silo":"a\\u0000b","project":"a\\u0000b"}}'
    const token = btoa(`{"v":1,"sort":"name_ascending","scan":${scan},"last":["a"]}`)
    for (const path of ['/v1/projects', '/v1/instances', '/v1/system/users', '/rackwright/audit'])
      expect(await said('GET', `${path}?page_token=${token}`)).toEqual([400, 'invalid page token'])
  })

  test('the null character is refused everywhere, because databases cannot store it', async () => {
    const nul = 'a text may not contain the null character'
    expect(await projects('{"name":"web","description":"a\\u0000b"}')).toBe(refused(nul))
    expect(await said('POST', '/device/confirm', { user_code: 'A\u0000' })).toEqual([400, refused(nul)])
    expect(await said('GET', '/v1/system/roles/fleet%00')).toEqual([400, `bad parameter in URL path: ${nul}`])
    expect(await said('GET', '/rackwright/audit?operation=%00')).toEqual([400, `unable to parse query string: ${nul}`])
    const token = btoa(JSON.stringify({ v: 1, sort: 'name_ascending', scan: {}, last: ['a\u0000'] }))
    expect(await said('GET', `/v1/projects?page_token=${token}`)).toEqual([400, 'invalid page token'])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await said('POST', '/device/auth', 'client_id=%00', form)).toEqual([
      400,
      `unable to parse URL-encoded body: ${nul}`,
    ])
  })
})
