import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '#control/db/errors.ts'
import type { Database } from '#control/db/database.ts'
import { eachDatabase } from '#control/testing/databases.ts'
import { makeWorld } from '#control/testing/world.ts'
import { watchOutages } from './outage.ts'

eachDatabase(
  (_name, open) => {
    test('an outage is logged once when it begins and once when it ends', async () => {
      const opened = await open()
      let isDown = false
      const failing: Database = {
        ...opened,
        transaction: (work, options) =>
          isDown ? Promise.reject(new DatabaseUnavailable(new Error('refused'))) : opened.transaction(work, options),
      }
      const logged: string[] = []
      const write = (text: string) => void logged.push(text)
      const clock = (await makeWorld(opened)).clock
      const { db, log } = watchOutages(failing, { info: write, warn: write, error: write }, clock)
      const world = await makeWorld(db, { log, clock })
      await world.plane.start()
      const create = (name: string) => world.admin.raw('POST', '/v1/projects', { name, description: '' })
      expect((await create('before')).status).toBe(201)
      isDown = true
      for (let n = 0; n < 20; n++) {
        expect((await create(`p${n}`)).status).toBe(503)
        await clock.advance(1000)
      }
      isDown = false
      expect((await create('after')).status).toBe(201)
      await clock.advance(2000)
      expect(logged.filter((text) => text.includes('database'))).toEqual([
        'the database is not available',
        'the database is available again',
      ])
      await world.stop()
    })
  },
  ['libsql'],
)
