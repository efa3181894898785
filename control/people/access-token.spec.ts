// Access tokens through the API: names, expiry, last use, scopes and the silo's limit, on every database.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeSilo, makeUser, must } from '../testing/authz-world.ts'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, type Person, type World } from '../testing/world.ts'

const TOKENS = '/rackwright/me/access-tokens'
const client_id = '7f1e5a06-0c35-4d3c-9d1c-1d2f0d0e7a11'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const DAY = 86_400
const project = (name: string) => ({ name, description: '' })

interface Token {
  id: string
  name: string
  time_created: string
  time_expires: string | null
  time_last_used: string | null
}

eachDatabase((_name, open) => {
  let world: World
  let owner: Person
  beforeAll(async () => {
    world = await makeWorld(await open())
    await makeSilo(world.admin, 'acme')
    const made = await makeUser(world, 'acme', 'owner')
    owner = made.person
    const role_assignments = [{ identity_type: 'silo_user', identity_id: made.id, role_name: 'admin' }]
    await must(world.admin, 'PUT', '/v1/system/silos/acme/policy', { role_assignments })
    for (const name of ['web', 'db']) await must(owner, 'POST', '/v1/projects', { name, description: '' })
  })
  afterAll(() => world.stop())

  async function create(body: object, person = owner) {
    const created = (await must(person, 'POST', TOKENS, body)) as Token & { token: string }
    return { ...created, person: world.withToken(created.token) }
  }
  const list = async (person = owner) => (await person.raw('GET', TOKENS)).body.items as Token[]
  const inSeconds = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000).toISOString()
  const limit = (seconds: number | null, person = owner) =>
    person.raw('PUT', '/v1/auth-settings', { device_token_max_ttl_seconds: seconds })

  /** A device logs in, and the owner confirms it. */
  async function device(fields: Record<string, string>) {
    const body = new URLSearchParams({ client_id, ...fields }).toString()
    const asked = await world.anonymous.raw('POST', '/device/auth', body, FORM)
    if (asked.status !== 200) return asked
    const before = new Set((await list()).map(({ id }) => id))
    await must(owner, 'POST', '/device/confirm', { user_code: asked.body.user_code })
    return { status: 200, body: (await list()).find(({ id }) => !before.has(id))! }
  }

  describe('a token', () => {
    test('is shown once, works, and is listed with its name', async () => {
      const { token, person, id } = await create({ name: ' backup job ' })
      expect(token).toMatch(/^rw-token-[0-9a-f]{40}$/)
      expect((await person.raw('GET', '/v1/me')).body.display_name).toBe('owner')
      const time_created = world.clock.now().toISOString()
      const listed = (await list()).find((each) => each.id === id)
      expect(listed).toEqual({
        id,
        name: 'backup job',
        time_created,
        time_expires: null,
        time_last_used: expect.toBeOneOf([null, time_created]),
        read_only: false,
        project_id: null,
        project_name: null,
        role: null,
      })
      const published = (await owner.raw('GET', '/v1/me/access-tokens')).body.items
      expect(published).toContainEqual({ id, time_created, time_expires: null })
      const rows = await world.host.db.read.selectFrom('device_access_token').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
    })

    test('needs a name of reasonable length', async () => {
      for (const name of ['', '  ', 'x'.repeat(64)])
        expect((await owner.raw('POST', TOKENS, { name })).status).toBe(400)
    })

    test('is revoked by its owner, and cannot be by another user', async () => {
      const { id, person } = await create({ name: 'mine' })
      const other = await makeUser(world, 'acme', 'other')
      expect((await other.person.raw('DELETE', `/v1/me/access-tokens/${id}`)).status).toBe(404)
      expect((await person.raw('GET', '/v1/me')).status).toBe(200)
      await must(owner, 'DELETE', `/v1/me/access-tokens/${id}`)
      expect((await person.raw('GET', '/v1/me')).status).toBe(401)
      expect((await list()).map((each) => each.id)).not.toContain(id)
    })

    test('records its last use, at most once a minute', async () => {
      const { id, person } = await create({ name: 'used' })
      const lastUse = async () => (await list()).find((each) => each.id === id)!.time_last_used
      const first = world.clock.now().toISOString()
      await person.raw('GET', '/v1/me')
      // it is written after the response
      await vi.waitFor(async () => expect(await lastUse()).toBe(first))
      await world.clock.advance(59_000)
      await person.raw('GET', '/v1/me')
      await world.clock.advance(2000)
      expect(await lastUse()).toBe(first)
      await person.raw('GET', '/v1/me')
      const second = world.clock.now().toISOString()
      await vi.waitFor(async () => expect(await lastUse()).toBe(second))
    })

    test('that has expired is refused and no longer listed', async () => {
      const { id, person, time_expires } = await create({ name: 'short', ttl_seconds: 60 })
      expect(time_expires).toBe(inSeconds(60))
      await world.clock.advance(59_000)
      expect((await person.raw('GET', '/v1/me')).status).toBe(200)
      await world.clock.advance(2000)
      expect((await list()).map((each) => each.id)).not.toContain(id)
      expect((await person.raw('GET', '/v1/me')).status).toBe(401)
      const rows = () =>
        world.host.db.read.selectFrom('device_access_token').select('id').where('id', '=', id).execute()
      await vi.waitFor(async () => expect(await rows()).toEqual([]))
    })

    test('that expires cannot be exchanged for one that does not', async () => {
      const { person, time_expires } = await create({ name: 'short', ttl_seconds: 600 })
      expect(await create({ name: 'longer' }, person)).toMatchObject({ time_expires })
      expect(await create({ name: 'shorter', ttl_seconds: 60 }, person)).toMatchObject({ time_expires: inSeconds(60) })
    })

    test('of a device has the name and lifetime that the device asks for', async () => {
      expect((await device({})).body).toMatchObject({ name: '', time_expires: null })
      const asked = await device({ name: 'laptop', ttl_seconds: '3600' })
      expect(asked.body).toMatchObject({ name: 'laptop', time_expires: inSeconds(3600) })
      for (const ttl_seconds of ['0', '-1', 'long']) expect((await device({ ttl_seconds })).status).toBe(400)
    })
  })

  describe("the silo's limit", () => {
    test('is read by every member and changed by administrators', async () => {
      const member = await makeUser(world, 'acme', 'member')
      expect((await limit(DAY, member.person)).status).toBe(403)
      expect((await limit(0)).status).toBe(400)
      const { status, body } = await limit(DAY)
      expect([status, body]).toEqual([200, { silo_id: expect.any(String), device_token_max_ttl_seconds: DAY }])
      expect((await member.person.raw('GET', '/v1/auth-settings')).body).toEqual(body)
    })

    test('shortens every new token and leaves existing ones', async () => {
      await limit(null)
      const before = await create({ name: 'before' })
      await limit(DAY)
      const ends = inSeconds(DAY)
      expect(await create({ name: 'without' })).toMatchObject({ time_expires: ends })
      expect(await create({ name: 'longer', ttl_seconds: 2 * DAY })).toMatchObject({ time_expires: ends })
      expect(await create({ name: 'shorter', ttl_seconds: 60 })).toMatchObject({ time_expires: inSeconds(60) })
      expect((await device({})).body).toMatchObject({ time_expires: ends })
      expect((await device({ ttl_seconds: String(2 * DAY) })).body).toMatchObject({ time_expires: ends })
      expect((await list()).find(({ id }) => id === before.id)).toMatchObject({ time_expires: null })
      await limit(null)
    })
  })

  describe('a scope', () => {
    test('that is read-only allows reads and queries', async () => {
      const { person } = await create({ name: 'read', read_only: true })
      expect((await person.raw('GET', '/v1/projects')).status).toBe(200)
      const query = { query: 'get instance_network_interface:bytes_sent' }
      expect((await person.raw('POST', '/v1/timeseries/query?project=web', query)).status).not.toBe(403)
      const refused = await person.raw('POST', '/v1/projects', project('new'))
      expect([refused.status, refused.body.error_code]).toEqual([403, 'Forbidden'])
      expect(refused.body.message).toBe('this access token is read-only')
    })

    test('of one project hides the others', async () => {
      const { person } = await create({ name: 'web only', project: 'web' })
      expect((await person.raw('PUT', '/v1/projects/web', { description: 'changed' })).status).toBe(200)
      expect((await person.raw('GET', '/v1/projects/db')).status).toBe(404)
      expect((await person.raw('GET', '/v1/projects')).status).toBe(403)
      expect((await person.raw('PUT', '/v1/policy', { role_assignments: [] })).status).toBe(403)
      expect((await list()).find(({ name }) => name === 'web only')).toMatchObject({ project_name: 'web' })
      expect((await owner.raw('POST', TOKENS, { name: 'none', project: 'nothing' })).status).toBe(404)
    })

    test('that limits the role holds on every level', async () => {
      const { person } = await create({ name: 'helper', role: 'collaborator' })
      expect((await person.raw('POST', '/v1/projects', project('made-by-token'))).status).toBe(201)
      expect((await person.raw('POST', '/v1/vpcs?project=web', { ...project('net'), dns_name: 'net' })).status).toBe(
        201,
      )
      // a collaborator of the silo is an admin of its projects, but the token is not
      expect((await person.raw('DELETE', '/v1/projects/made-by-token')).status).toBe(403)
      expect((await person.raw('PUT', '/v1/policy', { role_assignments: [] })).status).toBe(403)
    })

    test('gives no role that its owner lacks', async () => {
      const viewer = await makeUser(world, 'acme', 'viewer')
      const role_assignments = [{ identity_type: 'silo_user', identity_id: viewer.id, role_name: 'viewer' }]
      await must(owner, 'PUT', '/v1/projects/web/policy', { role_assignments })
      const { person } = await create({ name: 'more', role: 'collaborator', project: 'web' }, viewer.person)
      expect((await person.raw('GET', '/v1/projects/web')).status).toBe(200)
      const vpc = { ...project('net-2'), dns_name: 'net-2' }
      expect((await person.raw('POST', '/v1/vpcs?project=web', vpc)).status).toBe(403)
      await must(owner, 'PUT', '/v1/projects/web/policy', { role_assignments: [] })
      expect((await person.raw('GET', '/v1/projects/web')).status).toBe(404)
    })

    test('keeps every token from changing the account of its owner', async () => {
      const me = (await owner.raw('GET', '/v1/me')).body
      const { id } = await create({ name: 'another' })
      const password = { mode: 'password', value: 'stolen' }
      for (const scope of [{ read_only: true }, { project: 'web' }, { role: 'collaborator' }]) {
        const { person } = await create({ name: 'limited', ...scope })
        const refused = [
          await person.raw('POST', TOKENS, { name: 'more' }),
          await person.raw('DELETE', `/v1/me/access-tokens/${id}`),
          await person.raw('POST', `/v1/users/${String(me.id)}/logout`),
          await person.raw('POST', '/device/confirm', { user_code: 'BBBB-BBBB' }),
          await person.raw(
            'POST',
            `/v1/system/identity-providers/local/users/${String(me.id)}/set-password?silo=acme`,
            password,
          ),
        ]
        expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
      }
    })

    test('hides what its owner does elsewhere from live updates', async () => {
      await world.plane.start()
      const { token } = await create({ name: 'listener', project: 'web' })
      const request = new Request('http://rack.test/rackwright/events', {
        headers: { authorization: `Bearer ${token}` },
      })
      const reader = (await world.plane.fetch(request, { address: '127.0.0.1', secure: false })).body!.getReader()
      let heard = ''
      const read = async () => (heard += new TextDecoder().decode((await reader.read()).value))
      while (!heard.includes('hello')) await read()
      const db = await must(owner, 'PUT', '/v1/projects/db', { description: 'hidden' })
      const web = await must(owner, 'PUT', '/v1/projects/web', { description: 'seen' })
      await world.clock.advance(1000)
      while (!heard.includes(web.id)) await read()
      expect(heard).not.toContain(db.id)
      await reader.cancel()
    })
  })
})
