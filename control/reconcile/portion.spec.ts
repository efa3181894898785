// More instances than fit into one step, on every database: no step handles all of them, and none is left out.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Machine, MachineAt } from '#drivers/machines.ts'
import type { InstanceState } from '#contract/instance-states.ts'
import { makeCompute, type Compute, onSled, SLED_ID } from '../testing/compute.ts'
import { eachDatabase } from '../testing/databases.ts'
import { instanceLoop } from './instance.ts'
import type { Loop } from './loop.ts'

const BATCH_SIZE = 5

eachDatabase((_name, open) => {
  describe('the instance loop, with many instances', () => {
    let world: Compute
    let loop: Loop
    let seen: string[]
    let tell: (at: MachineAt) => void

    beforeEach(async () => {
      world = await makeCompute(await open())
      await world.plane.stop()
      seen = []
      const { machines } = world.host
      machines.list = async () => []
      machines.find = async ({ id, sled_id }) => {
        seen.push(id)
        const row = await world.host.db.read.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirst()
        const state = row?.run_state as 'running'
        return row && { ...row, sled_id, state, time_state_updated: new Date(0) }
      }
      machines.watch = (listener) => {
        tell = listener
        return () => undefined
      }
      loop = instanceLoop(world.host, () => undefined, BATCH_SIZE)
      loop.watch!(() => undefined)
      await loop.step()
      seen = []
    })

    /** Inserts rows directly, because creating and starting them through the API would take minutes. */
    async function many(count: number, run_state: InstanceState) {
      const { id } = await world.make('first')
      const rows = world.host.db.read.selectFrom('instance').selectAll()
      const first = await rows.where('id', '=', id).executeTakeFirstOrThrow()
      const copies = Array.from({ length: count }, (_, n) => {
        return {
          ...first,
          id: world.host.random.uuid(),
          name: `copy-${n}`,
          run_state,
          sled_id: run_state === 'failed' ? null : SLED_ID,
        }
      })
      await world.host.db.transaction((tx) => tx.insertInto('instance').values(copies).execute())
      return copies.map((copy) => copy.id).sort()
    }

    test('instances in transition are checked in batches, each once per round', async () => {
      const ids = await many(BATCH_SIZE + 2, 'stopping')
      expect(await loop.step()).toBe(true)
      expect(seen).toHaveLength(BATCH_SIZE)
      expect(await loop.step()).toBe(undefined)
      expect([...seen].sort()).toEqual(ids)
      expect(await loop.step()).toBe(true)
      expect(seen).toHaveLength(ids.length + BATCH_SIZE)
    })

    test('a long sweep completes', async () => {
      const ids = await many(BATCH_SIZE + 2, 'running')
      for (let turn = 0; turn < 4; turn++) {
        world.clock.skip(31_000)
        await loop.step()
      }
      expect([...new Set(seen)].sort()).toEqual(ids)
    })

    test('a sweep checks each instance and each unknown machine once', async () => {
      const ids = await many(BATCH_SIZE + 2, 'running')
      const strays = Array.from({ length: BATCH_SIZE + 1 }, (_, n) => `stray-${n}`)
      const listed = [...ids.toReversed(), ...strays].map((id) => onSled(id) as Machine)
      world.host.machines.list = async () => listed
      world.clock.skip(31_000)
      let steps = 1
      while (await loop.step()) steps++
      expect(steps).toBeGreaterThan(2)
      expect([...seen].sort()).toEqual([...ids, ...strays].sort())
    })

    test('failed instances are restarted in batches, and others are checked meanwhile', async () => {
      const ids = await many(BATCH_SIZE + 2, 'failed')
      const count = async () =>
        (await world.host.db.read.selectFrom('instance').select('id').where('run_state', '=', 'starting').execute())
          .length
      world.clock.skip(60_000)
      expect(await loop.step()).toBe(true)
      expect(await count()).toBe(BATCH_SIZE)
      expect(seen).toContain(ids[0])
      await loop.step()
      expect(await count()).toBe(BATCH_SIZE + 2)
    })

    test('notifications survive a database failure and are bounded', async () => {
      const { read } = world.host.db
      tell(onSled('one'))
      Object.assign(world.host.db, { read: { selectFrom: () => expect.unreachable('the database is away') } })
      await expect(loop.step()).rejects.toThrow('the database is away')
      Object.assign(world.host.db, { read })
      await loop.step()
      expect(seen).toEqual(['one'])
      for (let n = 0; n < 10_001; n++) tell(onSled(`${n}`))
      const ids = await many(1, 'running')
      await loop.step()
      expect([...seen].sort()).toEqual([...ids, '10000', 'one'].sort())
    })
  })
})
