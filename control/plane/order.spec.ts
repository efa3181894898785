// The order of checks for one request, on every database: path and query, caller, body.
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type World } from '../testing/world.ts'

const PROJECT = JSON.stringify({ name: 'web', description: '' })

eachDatabase((_name, open) => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld(await open())
    return () => world.stop()
  })

  const post = (path: string, body: BodyInit, session?: string) => {
    const headers = { 'content-type': 'application/json' }
    const request = new Request(`http://rack.test${path}`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
    const reply = world.plane.fetch(request, { address: '127.0.0.1', secure: false, session })
    return reply.then(({ status }) => ({ status, wasRead: request.bodyUsed }))
  }

  test('a body is read once the caller is known', async () => {
    expect(await post('/v1/projects', 'not JSON')).toEqual({ status: 401, wasRead: false })
    expect(await post('/v1/projects', 'not JSON', 'an unknown session')).toEqual({ status: 401, wasRead: false })
    expect(await post('/v1/timeseries/query?project=web', 'not JSON')).toEqual({ status: 401, wasRead: false })
    expect(await post('/v1/projects', 'not JSON', world.admin.session)).toEqual({ status: 400, wasRead: true })
  })

  test('an operation that needs no credentials parses its body', async () => {
    expect(await post('/v1/login/recovery/local', 'not JSON')).toEqual({ status: 400, wasRead: true })
    expect(await post('/v1/login/recovery/local', '{}', 'an unknown session')).toEqual({ status: 400, wasRead: true })
  })

  test('path and query come before the caller', async () => {
    expect(await post('/v1/disks/UPPER/bulk-write-start?project=web', '{}')).toMatchObject({ status: 400 })
    expect(await post('/v1/disks?project=UPPER', '{}')).toEqual({ status: 400, wasRead: false })
  })

  test('a slow body holds up no other write', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const slow = post('/v1/projects', readable, world.admin.session)
    const body = JSON.stringify({ name: 'quick', description: '' })
    expect(await post('/v1/projects', body, world.admin.session)).toMatchObject({ status: 201 })
    const writer = writable.getWriter()
    await writer.write(new TextEncoder().encode(PROJECT))
    await writer.close()
    expect(await slow).toMatchObject({ status: 201 })
  })

  test('a session that ends while the body arrives is refused', async () => {
    const leaving = await world.login('recovery', 'admin')
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const slow = post('/v1/projects', readable, leaving.session)
    const writer = writable.getWriter()
    // resolves when the first part is taken, that is, once the caller was recognized
    await writer.write(new TextEncoder().encode(' '))
    await leaving.raw('POST', '/v1/logout')
    await writer.write(new TextEncoder().encode(JSON.stringify({ name: 'late', description: '' })))
    await writer.close()
    expect((await slow).status).toBe(401)
    expect((await world.admin.raw('GET', '/v1/projects/late')).status).toBe(404)
  })
})
