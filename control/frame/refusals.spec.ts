// Refusals of unknown callers, on every database: they are logged but cannot grow the log without limit.
import { describe, expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases.ts'
import type { Database } from '../db/database.ts'
import { makeWorld } from '../testing/world.ts'
import { MAX_ROWS_PER_MINUTE } from './refusals.ts'

async function setUp(db: Database) {
  const world = await makeWorld(db)
  const ask = async (address: string, path = '/v1/projects/web') => {
    const request = new Request(`http://rack.test${path}`, { method: 'DELETE' })
    expect((await world.plane.fetch(request, { address, secure: false })).status).toBe(401)
  }
  const rows = () =>
    db.read
      .selectFrom('event')
      .select(['operation', 'status', 'address', 'repeats'])
      .where('status', '=', 401)
      .orderBy('seq')
      .execute()
  return { world, ask, rows }
}

const row = (address: string | null, repeats: number | null, operation = 'project_delete') => ({
  operation,
  status: 401,
  address,
  repeats,
})

eachDatabase((_name, open) => {
  describe('refusals of unknown callers', () => {
    test('are counted per operation and network, even when concurrent', async () => {
      const { ask, rows } = await setUp(await open())
      await Promise.all(Array.from({ length: 20 }, () => ask('10.0.0.1')))
      await ask('10.0.0.1')
      await ask('10.0.0.2')
      await ask('10.0.0.1', '/v1/vpcs/web')
      await ask('2001:db8::1')
      await ask('2001:db8::2')
      expect(await rows()).toEqual([
        row('10.0.0.1', 21),
        row('10.0.0.2', null),
        row('10.0.0.1', null, 'vpc_delete'),
        row('2001:db8::1', 2),
      ])
    })

    test('get new rows in the next minute', async () => {
      const { world, ask, rows } = await setUp(await open())
      await ask('10.0.0.1')
      await world.clock.advance(60_000)
      await ask('10.0.0.1')
      expect(await rows()).toEqual([row('10.0.0.1', null), row('10.0.0.1', null)])
    })

    test('share one row when there are too many networks', async () => {
      const { ask, rows } = await setUp(await open())
      for (let i = 0; i < MAX_ROWS_PER_MINUTE + 20; i++) await ask(`10.0.1.${i}`)
      const seen = await rows()
      expect(seen).toHaveLength(MAX_ROWS_PER_MINUTE + 1)
      expect(seen.at(-1)).toEqual(row(null, 20))
    })

    test('of known callers get one row each', async () => {
      const { world } = await setUp(await open())
      for (let i = 0; i < 3; i++) expect((await world.admin.raw('DELETE', '/v1/projects/none')).status).toBe(404)
      const { body } = await world.admin.raw('GET', '/rackwright/audit?result=denied')
      expect(body.items).toMatchObject([{ repeats: 1 }, { repeats: 1 }, { repeats: 1 }])
    })
  })
})
