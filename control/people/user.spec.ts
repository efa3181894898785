// Users through the API, on every database: local users, their passwords and sessions, and who can change whom.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld, PASSWORD, type Person, type World } from '../testing/world.ts'

const users = '/v1/system/identity-providers/local/users'
const password = (value: string) => ({ mode: 'password', value })
const absent = '00000000-0000-4000-8000-000000000000'

eachDatabase((_name, open) => {
  describe('local users', () => {
    let world: World
    let admin: Person
    beforeAll(async () => {
      world = await makeWorld(await open())
      admin = world.admin
      for (const [name, identity_mode] of [
        ['acme', 'local_only'],
        ['federated', 'saml_jit'],
      ])
        await admin.raw('POST', '/v1/system/silos', {
          name,
          description: '',
          discoverable: true,
          identity_mode,
          quotas: { cpus: 1, memory: 1, storage: 1 },
          tls_certificates: [],
        })
    })
    const create = (external_id: string, given: object = password(PASSWORD), silo = 'acme') =>
      admin.raw('POST', `${users}?silo=${silo}`, { external_id, password: given })
    const login = (name: string, word: string) =>
      world.anonymous.raw('POST', '/v1/login/acme/local', { username: name, password: word })

    test('can be created, viewed and listed', async () => {
      const made = await create('ann')
      expect(made.status).toBe(201)
      const silo = (await admin.raw('GET', '/v1/system/silos/acme')).body
      const now = world.clock.now().toISOString()
      const user = { id: expect.any(String), display_name: 'ann', silo_id: silo.id }
      expect(made.body).toEqual({ ...user, time_created: now, time_modified: now })
      const ann = await world.login('acme', 'ann')
      expect((await ann.raw('GET', '/v1/me')).body).toEqual({ ...user, silo_name: 'acme' })
      expect((await ann.raw('GET', `/v1/users/${String(made.body.id)}`)).body).toEqual(made.body)
      expect((await ann.raw('GET', '/v1/users')).body).toMatchObject({ items: [made.body] })
      expect((await admin.raw('GET', `/v1/system/users/${made.body.id}?silo=acme`)).body).toEqual(made.body)
      expect((await admin.raw('GET', '/v1/system/users?silo=acme')).body).toMatchObject({ items: [made.body] })
      expect((await admin.raw('GET', '/v1/system/users')).body.message).toBe(
        'unable to parse query string: missing field `silo`',
      )
    })

    test('a taken name is refused; a silo with external users has no local ones', async () => {
      await create('bob')
      expect((await create('bob')).body).toMatchObject({
        error_code: 'ObjectAlreadyExists',
        message: 'already exists: silo-user "bob"',
      })
      const elsewhere = { error_code: 'ObjectNotFound', message: 'not found: identity-provider with name "local"' }
      expect((await create('bob', password('x'), 'federated')).body).toMatchObject(elsewhere)
      const login = await world.anonymous.raw('POST', '/v1/login/federated/local', { username: 'bob', password: '' })
      expect(login.status).toBe(404)
      expect(login.body).toMatchObject(elsewhere)
      const unknown = await world.anonymous.raw('POST', '/v1/login/nowhere/local', { username: 'bob', password: '' })
      expect(unknown.body.message).toBe('not found: silo with name "nowhere"')
    })

    test('wrong password, unknown user and disallowed login look alike', async () => {
      await create('cat')
      await create('dog', { mode: 'login_disallowed' })
      const refusals = [await login('cat', 'wrong'), await login('nobody', PASSWORD), await login('dog', PASSWORD)]
      for (const { status, body } of refusals) {
        expect(status).toBe(401)
        expect(body).toEqual({
          request_id: expect.any(String),
          error_code: 'Unauthorized',
          message: 'credentials missing or invalid',
        })
      }
    })

    test('an overlong password is refused as the body is parsed', async () => {
      const reply = await create('long', password('é'.repeat(257)))
      expect(reply.status).toBe(400)
      expect(reply.body.message).toMatch(/^unable to parse JSON body: .*unsupported password: .*too long/)
    })

    test('a new password ends every session that the old one opened', async () => {
      const { id } = (await create('eve')).body
      const eve = await world.login('acme', 'eve')
      const elsewhere = await world.login('acme', 'eve')
      const set = `${users}/${id}/set-password?silo=acme`
      expect((await eve.raw('POST', set, password('another long one'))).status).toBe(204)
      expect((await eve.raw('GET', '/v1/me')).status).toBe(401)
      expect((await elsewhere.raw('GET', '/v1/me')).status).toBe(401)
      expect((await login('eve', PASSWORD)).status).toBe(401)
      const again = await world.login('acme', 'eve', 'another long one')
      expect((await admin.raw('POST', set, { mode: 'login_disallowed' })).status).toBe(204)
      expect((await again.raw('GET', '/v1/me')).status).toBe(401)
      expect((await login('eve', 'another long one')).status).toBe(401)
    })

    test('sign-out ends one session and responds the same to everyone', async () => {
      await create('fay')
      const [here, there] = [await world.login('acme', 'fay'), await world.login('acme', 'fay')]
      expect((await here.raw('POST', '/v1/logout')).status).toBe(204)
      expect((await here.raw('GET', '/v1/me')).status).toBe(401)
      expect((await there.raw('GET', '/v1/me')).status).toBe(200)
      for (const person of [here, world.anonymous, world.withToken('rw-token-0')])
        expect((await person.raw('POST', '/v1/logout')).status).toBe(204)
    })

    test('a session has an idle limit and an absolute limit', async () => {
      await create('gil')
      const gil = await world.login('acme', 'gil')
      const rested = await world.login('acme', 'gil')
      // written after the response
      const sessions = world.host.db.read.selectFrom('session').select('time_last_used')
      const lastUse = async () =>
        (await sessions.orderBy('time_last_used', 'desc').limit(1).executeTakeFirstOrThrow()).time_last_used
      for (let hours = 0; hours < 24; hours += 4) {
        expect((await gil.raw('GET', '/v1/me')).status).toBe(200)
        await vi.waitFor(async () => expect(await lastUse()).toBe(world.clock.now().toISOString()), 60_000)
        await world.clock.advance(4 * 3_600_000)
      }
      await world.clock.advance(60_000)
      expect((await gil.raw('GET', '/v1/me')).status).toBe(401)
      expect((await rested.raw('GET', '/v1/me')).status).toBe(401)
      admin = await world.login('recovery', 'admin')
    })

    test('deleting a user deletes sessions and roles', async () => {
      const { id } = (await create('hal')).body
      const hal = await world.login('acme', 'hal')
      const grant = { identity_type: 'silo_user', identity_id: id, role_name: 'viewer' }
      await admin.raw('PUT', '/v1/system/silos/acme/policy', { role_assignments: [grant] })
      expect((await admin.raw('DELETE', `${users}/${id}?silo=acme`)).status).toBe(204)
      expect((await hal.raw('GET', '/v1/me')).status).toBe(401)
      expect((await admin.raw('GET', '/v1/system/silos/acme/policy')).body).toEqual({ role_assignments: [] })
      expect((await admin.raw('DELETE', `${users}/${id}?silo=acme`)).body.message).toBe(
        `not found: silo-user with id "${id}"`,
      )
      expect((await create('hal')).status).toBe(201)
    })

    test('a user of another silo is not found', async () => {
      const me = (await admin.raw('GET', '/v1/me')).body.id
      for (const id of [me, absent])
        expect((await admin.raw('GET', `/v1/system/users/${id}?silo=acme`)).body).toMatchObject({
          error_code: 'ObjectNotFound',
          message: `not found: silo-user with id "${id}"`,
        })
    })

    test('users can change their own password; changing another requires a role', async () => {
      const ida = (await create('ida')).body.id
      const jan = (await create('jan')).body.id
      const person = await world.login('acme', 'ida')
      const change = (id: unknown) =>
        person.raw('POST', `${users}/${id}/set-password?silo=acme`, password('mine and only mine'))
      expect((await change(jan)).body).toMatchObject({ error_code: 'Forbidden' })
      expect((await change(ida)).status).toBe(204)
      expect((await login('jan', PASSWORD)).status).toBe(204)
      expect((await login('ida', 'mine and only mine')).status).toBe(204)
      expect(world.errors).toEqual([])
    })
  })
})
