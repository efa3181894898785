// Login and logout on a full database: both work while a session fits, and fail clearly after that.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { DatabaseFull } from '../../db/errors.ts'
import { SESSION_HEADER } from '../../frame/ports/caller.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { makeWorld, PASSWORD } from '../../testing/world.ts'

const NOT_ENOUGH = [507, 'InsufficientCapacity', 'Insufficient capacity: Not enough storage']

eachDatabase(
  (_name, open) => {
    test('login and logout work although the audit log cannot grow', async () => {
      const db = await open()
      const { admin, anonymous, login, errors } = await makeWorld(db)
      await admin.raw('POST', '/v1/projects', { name: 'web', description: '' })
      await db.transaction((tx) => sql`pragma max_page_count = 1`.execute(tx))
      const touch = () => admin.raw('PUT', '/v1/projects/web', { description: '' })
      let reply = await touch()
      for (let count = 0; reply.status === 200 && count < 500; count++) reply = await touch()
      expect([reply.status, reply.body.error_code, reply.body.message]).toEqual(NOT_ENOUGH)

      const person = await login('recovery', 'admin')
      expect((await person.raw('GET', '/v1/me')).status).toBe(200)
      const goodbye = await person.raw('POST', '/v1/logout')
      expect([goodbye.status, goodbye.headers.get(SESSION_HEADER)]).toEqual([204, ''])
      expect((await person.raw('GET', '/v1/me')).status).toBe(401)
      const wrong = { username: 'admin', password: 'wrong' }
      expect((await anonymous.raw('POST', '/v1/login/recovery/local', wrong)).status).toBe(401)
      // logout frees the session's space, so its own audit row may fit again
      expect(errors.join()).toContain('an audit row is missing')
    })
  },
  ['libsql', 'wasm'],
)

eachDatabase((_name, open) => {
  test('when nothing at all can be written, login says so and logout still clears the cookie', async () => {
    const db = await open()
    let isFull = false
    const full: Database = {
      ...db,
      transaction: (work, options) =>
        isFull ? Promise.reject(new DatabaseFull(new Error('disk full'))) : db.transaction(work, options),
    }
    const { admin, anonymous, login, clock, errors } = await makeWorld(full)
    isFull = true
    // long enough for the session's last use to be updated
    await clock.advance(120_000)
    expect((await admin.raw('GET', '/v1/me')).status).toBe(200)
    const credentials = { username: 'admin', password: PASSWORD }
    const { status, body } = await anonymous.raw('POST', '/v1/login/recovery/local', credentials)
    expect([status, body.error_code, body.message]).toEqual(NOT_ENOUGH)
    const goodbye = await admin.raw('POST', '/v1/logout')
    expect([goodbye.status, goodbye.headers.get(SESSION_HEADER)]).toEqual([204, ''])
    expect(errors.join()).toContain('a session was not deleted')
    isFull = false
    expect((await (await login('recovery', 'admin')).raw('GET', '/v1/me')).status).toBe(200)
  })
})
