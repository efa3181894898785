// Device login (RFC 8628), on every database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '../../testing/authz-world.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { makeWorld, type Person, type World } from '../../testing/world.ts'

const client_id = '7f1e5a06-0c35-4d3c-9d1c-1d2f0d0e7a11'
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

async function ask({ anonymous }: World) {
  const { status, body } = await anonymous.raw('POST', '/device/auth', form({ client_id }), FORM)
  expect(status).toBe(200)
  return body as { device_code: string; user_code: string; verification_uri: string; expires_in: number }
}

async function poll({ anonymous }: World, fields: Record<string, string>) {
  const { status, body } = await anonymous.raw('POST', '/device/token', form(fields), FORM)
  return [status, body] as const
}

const pollFor = (world: World, device_code: string) => poll(world, { grant_type: GRANT, device_code, client_id })
const confirm = (person: Person, user_code: string) => person.raw('POST', '/device/confirm', { user_code })

const PENDING = [400, { error: 'authorization_pending' }]

eachDatabase((_name, open) => {
  describe('device login', () => {
    let world: World
    beforeAll(async () => {
      world = await makeWorld(await open())
    })
    afterAll(() => world.stop())

    test('codes, confirmation, and a token that works and can be fetched again', async () => {
      const asked = await ask(world)
      expect(asked).toEqual({
        device_code: expect.stringMatching(/^[0-9a-f]{40}$/),
        user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
        verification_uri: 'http://rack.test/device/verify',
        expires_in: 300,
      })
      expect(await pollFor(world, asked.device_code)).toEqual(PENDING)
      expect((await confirm(world.admin, asked.user_code)).status).toBe(204)

      const [status, granted] = await pollFor(world, asked.device_code)
      expect([status, granted]).toEqual([
        200,
        { access_token: expect.stringMatching(/^rw-token-[0-9a-f]{40}$/), token_type: 'bearer' },
      ])
      expect(await pollFor(world, asked.device_code)).toEqual([200, granted])
      const me = await world.withToken(granted.access_token as string).raw('GET', '/v1/me')
      expect([me.status, me.body.display_name]).toEqual([200, 'admin'])
    })

    test('a code is accepted once, in either case and with or without the dash', async () => {
      for (const typed of [
        (code: string) => code.replace('-', ''),
        (code: string) => code.toLowerCase(),
        (code: string) => ` ${code.toLowerCase().replace('-', '')} `,
      ]) {
        const { user_code, device_code } = await ask(world)
        expect((await confirm(world.admin, typed(user_code))).status).toBe(204)
        expect((await pollFor(world, device_code))[0]).toBe(200)
        const again = await confirm(world.admin, user_code)
        expect([again.status, again.body.error_code, again.body.message]).toEqual([
          404,
          'ObjectNotFound',
          `not found: device-auth-request with name "${user_code}"`,
        ])
      }
    })

    test('a device that asks again within half a second is told to slow down; once a second is fine', async () => {
      const { user_code, device_code } = await ask(world)
      const other = await ask(world)
      expect(await pollFor(world, device_code)).toEqual(PENDING)
      expect(await pollFor(world, other.device_code)).toEqual(PENDING)
      await world.clock.advance(499)
      expect(await pollFor(world, device_code)).toEqual([400, { error: 'slow_down' }])
      // each one counts from the one before
      await world.clock.advance(499)
      expect(await pollFor(world, device_code)).toEqual([400, { error: 'slow_down' }])
      await world.clock.advance(500)
      expect(await pollFor(world, device_code)).toEqual(PENDING)
      for (let second = 0; second < 5; second++) {
        await world.clock.advance(1000)
        expect(await pollFor(world, device_code)).toEqual(PENDING)
      }
      // a token that is there is given at once, and again if its response was lost
      expect((await confirm(world.admin, user_code)).status).toBe(204)
      expect((await pollFor(world, device_code))[0]).toBe(200)
      expect((await pollFor(world, device_code))[0]).toBe(200)
    })

    test('an expired code is refused, and so is its device', async () => {
      const { user_code, device_code } = await ask(world)
      const inTime = await ask(world)
      await world.clock.advance(299_999)
      expect((await confirm(world.admin, inTime.user_code)).status).toBe(204)
      await world.clock.advance(1)
      const late = await confirm(world.admin, user_code)
      expect([late.status, late.body.error_code, late.body.message]).toEqual([
        400,
        'InvalidRequest',
        'device authorization request expired',
      ])
      expect(await pollFor(world, device_code)).toEqual([400, { error: 'access_denied' }])
      expect((await pollFor(world, inTime.device_code))[0]).toBe(200)
    })

    test('invalid device requests get the error codes of the standard', async () => {
      const { device_code, user_code } = await ask(world)
      expect(await poll(world, { grant_type: 'password', device_code, client_id })).toEqual([
        400,
        { error: 'unsupported_grant_type' },
      ])
      expect(await poll(world, { grant_type: GRANT, client_id })).toEqual([
        400,
        { error: 'invalid_request', error_description: expect.stringContaining('missing field `device_code`') },
      ])
      expect(await poll(world, { grant_type: GRANT, device_code, client_id: 'me' })).toEqual([
        400,
        { error: 'invalid_request', error_description: expect.stringContaining('client_id') },
      ])
      expect(await pollFor(world, '0'.repeat(40))).toEqual(PENDING)
      await confirm(world.admin, user_code)
      const other = { grant_type: GRANT, device_code, client_id: '00000000-0000-4000-8000-000000000000' }
      expect(await poll(world, other)).toEqual(PENDING)
    })

    test('accepts forms only, and confirming requires a login', async () => {
      const json = await world.anonymous.raw('POST', '/device/auth', { client_id })
      expect([json.status, json.body.message]).toEqual([
        400,
        'expected content type "application/x-www-form-urlencoded", got "application/json"',
      ])
      const { user_code } = await ask(world)
      const nobody = await confirm(world.anonymous, user_code)
      expect([nobody.status, nobody.body.error_code]).toEqual([401, 'Unauthorized'])
    })

    test('a token is deleted with its user and never stored in plain text', async () => {
      const { id, person } = await makeUser(world, 'recovery', 'dora')
      const { user_code, device_code } = await ask(world)
      await confirm(person, user_code)
      const token = (await pollFor(world, device_code))[1].access_token as string
      const rows = await world.host.db.read.selectFrom('device_access_token').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token.slice(9))
      expect(JSON.stringify(rows)).not.toContain(device_code)
      const device = world.withToken(token)
      expect((await device.raw('GET', '/v1/me')).status).toBe(200)

      await world.admin.raw('DELETE', `/v1/system/identity-providers/local/users/${id}?silo=recovery`)
      const dead = await device.raw('GET', '/v1/me')
      expect([dead.status, dead.body.message]).toEqual([401, 'credentials missing or invalid'])
      expect(await pollFor(world, device_code)).toEqual(PENDING)
      expect(world.errors).toEqual([])
    })

    test.each(['rw-token-', `rw-token-${'0'.repeat(40)}`, `rw-token-${'A'.repeat(40)}`, 'x'])(
      'an invalid token is refused: %s',
      async (token) => {
        expect((await world.withToken(token).raw('GET', '/v1/me')).status).toBe(401)
      },
    )
  })
})

eachDatabase(
  (_name, open) => {
    test('one address cannot fill the table', async () => {
      const world = await makeWorld(await open())
      for (let count = 0; count < 500; count++) await ask(world)
      const full = await world.anonymous.raw('POST', '/device/auth', form({ client_id }), FORM)
      expect([full.status, full.headers.get('retry-after')]).toEqual([429, '300'])
      await world.clock.advance(300_000)
      await ask(world)
      await world.stop()
    })
  },
  ['libsql'],
)
