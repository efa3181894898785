// With more instances than fit into one step, on every database: no step looks at all of them, and none is left out.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Machine } from '#hypervisor/driver.ts'
import type { InstanceState } from '#contract/instance-states.ts'
import { makeCompute, type Compute } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { instanceLoop } from './instance.ts'
import type { Loop } from './loop.ts'

const PORTION = 5

eachDatabase((_name, open) => {
  describe('the instance loop, with many instances', () => {
    let world: Compute
    let loop: Loop
    let seen: string[]
    let tell: (id: string) => void

    beforeEach(async () => {
      world = await makeCompute(await open())
      await world.plane.stop()
      seen = []
      const { hypervisor } = world.host
      hypervisor.list = async () => []
      hypervisor.find = async (id) => {
        seen.push(id)
        const row = await world.host.db.read.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirst()
        const state = row?.run_state as 'running'
        return row && { ...row, sled_id: 'none', state, time_state_updated: new Date(0) }
      }
      hypervisor.watch = (listener) => {
        tell = listener
        return () => undefined
      }
      loop = instanceLoop(world.host, () => undefined, PORTION)
      loop.watch!(() => undefined)
      await loop.step()
      seen = []
    })

    /** As if they had been made and started one by one: through the door it would take minutes. */
    async function many(count: number, run_state: InstanceState) {
      const { id } = await world.make('first')
      const rows = world.host.db.read.selectFrom('instance').selectAll()
      const first = await rows.where('id', '=', id).executeTakeFirstOrThrow()
      const copies = Array.from({ length: count }, (_, n) => {
        return { ...first, id: world.host.random.uuid(), name: `copy-${n}`, run_state }
      })
      await world.host.db.transaction((tx) => tx.insertInto('instance').values(copies).execute())
      return copies.map((copy) => copy.id).sort()
    }

    test('those on their way are looked at in portions, each once in a round', async () => {
      const ids = await many(PORTION + 2, 'stopping')
      expect(await loop.step()).toBe(true)
      expect(seen).toHaveLength(PORTION)
      expect(await loop.step()).toBe(undefined)
      expect([...seen].sort()).toEqual(ids)
      expect(await loop.step()).toBe(true)
      expect(seen).toHaveLength(ids.length + PORTION)
    })

    test('a comparison of everything that takes long comes to its end all the same', async () => {
      const ids = await many(PORTION + 2, 'running')
      for (let turn = 0; turn < 4; turn++) {
        world.clock.skip(31_000)
        await loop.step()
      }
      expect([...new Set(seen)].sort()).toEqual(ids)
    })

    test('a comparison looks once at each instance and at each machine that nobody knows', async () => {
      const ids = await many(PORTION + 2, 'running')
      const strays = Array.from({ length: PORTION + 1 }, (_, n) => `stray-${n}`)
      const listed = [...ids.toReversed(), ...strays].map((id) => ({ id }) as Machine)
      world.host.hypervisor.list = async () => listed
      world.clock.skip(31_000)
      let steps = 1
      while (await loop.step()) steps++
      expect(steps).toBeGreaterThan(2)
      expect([...seen].sort()).toEqual([...ids, ...strays].sort())
    })

    test('those that failed are started again in portions, and others are looked at meanwhile', async () => {
      const ids = await many(PORTION + 2, 'failed')
      const count = async () =>
        (await world.host.db.read.selectFrom('instance').select('id').where('run_state', '=', 'starting').execute())
          .length
      world.clock.skip(60_000)
      expect(await loop.step()).toBe(true)
      expect(await count()).toBe(PORTION)
      expect(seen).toContain(ids[0])
      await loop.step()
      expect(await count()).toBe(PORTION + 2)
    })

    test('what it was told is not forgotten when the database fails, nor kept without end', async () => {
      const { read } = world.host.db
      tell('one')
      Object.assign(world.host.db, { read: { selectFrom: () => expect.unreachable('the database is away') } })
      await expect(loop.step()).rejects.toThrow('the database is away')
      Object.assign(world.host.db, { read })
      await loop.step()
      expect(seen).toEqual(['one'])
      for (let n = 0; n < 10_001; n++) tell(`${n}`)
      const ids = await many(1, 'running')
      await loop.step()
      expect([...seen].sort()).toEqual([...ids, '10000', 'one'].sort())
    })
  })
})
