// Sessions and local login through the API, on every database.
import { describe, expect, test, vi } from 'vitest'
import type { Database } from '../../db/database.ts'
import { SESSION_HEADER } from '../../frame/ports/caller.ts'
import { eachDatabaseAndWasm } from '../../testing/databases.ts'
import { makeWorld, PASSWORD } from '../../testing/world.ts'

const MINUTE = 60_000

eachDatabaseAndWasm((_name, open) => {
  describe('local login', () => {
    test('opens a session that identifies the caller', async () => {
      const { login } = await makeWorld(await open())
      const admin = await login('recovery', 'admin')
      expect(admin.session).toMatch(/^[0-9a-f]{40}$/)
      const me = await admin.raw('GET', '/v1/me')
      expect(me.body).toMatchObject({ display_name: 'admin', silo_name: 'recovery' })
      expect((await admin.raw('GET', '/v1/me/groups')).body).toEqual({ items: [], next_page: null })
    })

    test('a wrong password and an unknown user get the same error', async () => {
      const { anonymous } = await makeWorld(await open())
      const refusals = [
        await anonymous.raw('POST', '/v1/login/recovery/local', { username: 'admin', password: 'wrong' }),
        await anonymous.raw('POST', '/v1/login/recovery/local', { username: 'nobody', password: PASSWORD }),
      ]
      for (const { status, body } of refusals) {
        expect(status).toBe(401)
        expect(body).toMatchObject({ error_code: 'Unauthorized', message: 'credentials missing or invalid' })
      }
      const missing = await anonymous.raw('POST', '/v1/login/nowhere/local', { username: 'admin', password: PASSWORD })
      expect(missing.status).toBe(404)
      expect(missing.body.message).toBe('not found: silo with name "nowhere"')
    })

    test('the token is stored only as a hash', async () => {
      const { admin, host } = await makeWorld(await open())
      const rows = await host.db.read.selectFrom('session').selectAll().execute()
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(admin.session)
    })
  })

  describe('sessions', () => {
    test('end when idle for eight hours, and continue while used', async () => {
      const { admin, clock, host } = await makeWorld(await open())
      for (let i = 0; i < 3; i++) {
        await clock.advance(470 * MINUTE)
        expect((await admin.raw('GET', '/v1/me')).status).toBe(200)
        await used(host.db, clock)
      }
      await clock.advance(481 * MINUTE)
      expect((await admin.raw('GET', '/v1/me')).status).toBe(401)
    })

    test('end after a day even while used', async () => {
      const { admin, clock, host } = await makeWorld(await open())
      for (let i = 0; i < 24; i++) {
        await clock.advance(60 * MINUTE)
        expect((await admin.raw('GET', '/v1/me')).status).toBe(200)
        await used(host.db, clock)
      }
      await clock.advance(1 * MINUTE)
      expect((await admin.raw('GET', '/v1/me')).status).toBe(401)
    })

    test('end on sign-out, which always succeeds and clears the cookie', async () => {
      const { admin, anonymous } = await makeWorld(await open())
      for (const person of [admin, admin, anonymous]) {
        const reply = await person.raw('POST', '/v1/logout')
        expect(reply.status).toBe(204)
        expect(reply.headers.get(SESSION_HEADER)).toBe('')
      }
      expect((await admin.raw('GET', '/v1/me')).status).toBe(401)
    })

    test('sign-out is logged with its user', async () => {
      const { admin, host } = await makeWorld(await open())
      const { body: me } = await admin.raw('GET', '/v1/me')
      await admin.raw('POST', '/v1/logout')
      const last = await host.db.read.selectFrom('event').selectAll().orderBy('seq', 'desc').executeTakeFirst()
      expect(last).toMatchObject({ operation: 'logout', target_id: me.id, target_name: 'admin', silo_id: me.silo_id })
    })

    test('that expired are deleted by the next login', async () => {
      const { login, clock, host } = await makeWorld(await open())
      await clock.advance(1441 * MINUTE)
      await login('recovery', 'admin')
      expect(await host.db.read.selectFrom('session').selectAll().execute()).toHaveLength(1)
    })

    test('are listed and ended by their user', async () => {
      const { admin, login, clock } = await makeWorld(await open())
      await clock.advance(MINUTE / 2)
      const other = await login('recovery', 'admin')
      const opened = clock.now().toISOString()
      const list = async () => (await admin.raw('GET', '/rackwright/me/sessions')).body.items as { id: string }[]
      const found = (await list()).find((one) => 'is_current' in one && !one.is_current)!
      expect(found).toEqual({
        id: expect.any(String),
        time_created: opened,
        time_last_used: opened,
        time_expires: new Date(Date.parse(opened) + 480 * MINUTE).toISOString(),
        address: '127.0.0.1',
        user_agent: null,
        is_current: false,
      })
      expect(await list()).toHaveLength(2)
      expect((await admin.raw('DELETE', `/rackwright/me/sessions/${found.id}`)).status).toBe(204)
      expect((await other.raw('GET', '/v1/me')).status).toBe(401)
      expect(await list()).toEqual([expect.objectContaining({ is_current: true })])
      expect((await admin.raw('DELETE', `/rackwright/me/sessions/${found.id}`)).status).toBe(404)
    })

    test('that expired are not listed', async () => {
      const { login, clock } = await makeWorld(await open())
      await clock.advance(481 * MINUTE)
      const admin = await login('recovery', 'admin')
      const me = (await admin.raw('GET', '/v1/me')).body
      expect((await admin.raw('GET', `/v1/users/${String(me.id)}/sessions`)).body.items).toHaveLength(1)
    })

    test('an invalid cookie is refused even on unknown resources', async () => {
      const world = await makeWorld(await open())
      const request = new Request('http://rack.test/v1/projects/nothing')
      const reply = await world.plane.fetch(request, { address: '127.0.0.1', secure: false, session: 'f'.repeat(40) })
      expect(reply.status).toBe(401)
    })
  })
})

/** Last use is written after the response. */
const used = (db: Database, clock: { now(): Date }) =>
  vi.waitFor(async () => {
    const row = await db.read.selectFrom('session').select('time_last_used').executeTakeFirstOrThrow()
    expect(row.time_last_used).toBe(clock.now().toISOString())
  }, 60_000)
