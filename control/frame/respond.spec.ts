// A full database refuses writes with a clear message and keeps serving reads.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import { makeWorld } from '../testing/world.ts'

eachDatabase(
  (_name, open) => {
    test('a full database says so, still serves reads, and accepts writes again once there is space', async () => {
      const db = await open()
      const { admin, errors } = await makeWorld(db)
      const limit = (pages: number) =>
        db.transaction((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx))
      const make = (number: number) =>
        admin.raw('POST', '/v1/projects', { name: `p${number}`, description: 'x'.repeat(500) })
      await limit(1)
      let reply = await make(0)
      for (let number = 1; reply.status === 201 && number < 200; number++) reply = await make(number)
      expect([reply.status, reply.body.error_code, reply.body.message]).toEqual([
        507,
        'InsufficientCapacity',
        'Insufficient capacity: Not enough storage',
      ])
      expect((await admin.raw('GET', '/v1/projects')).status).toBe(200)
      await limit(1_000_000)
      expect((await make(1000)).status).toBe(201)
      expect((await admin.raw('GET', '/v1/projects/p1000')).status).toBe(200)
      // the log has the cause, because the operator must free space
      expect(errors.join()).toContain('no room left')
    })
  },
  ['libsql', 'wasm'],
)
