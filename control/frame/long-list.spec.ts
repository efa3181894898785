// Lists longer than a slice, on every database: same rows and tokens as an unsliced list, and other requests run in between.
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { testingClock } from '#drivers/testing-clock.ts'
import { eachDatabaseAndWasm } from '../testing/databases.ts'
import type { Database } from '../db/database.ts'
import { makeWorld } from '../testing/world.ts'
import { MAX_SLICE_ROWS, MAX_WHOLE_ROWS, makeTurns, readInSlices } from './long-list.ts'

const name = (i: number) => `p${String(i).padStart(5, '0')}`

async function setUp(db: Database, count: number) {
  let breaths = 0
  const clock = { ...testingClock(), breathe: async () => void breaths++ }
  const world = await makeWorld(db, { clock })
  const { silo_id } = (await world.admin.raw('GET', '/v1/me')).body as { silo_id: string }
  const time = clock.now().toISOString()
  const rows = Array.from({ length: count }, (_, i) => ({
    id: world.host.random.uuid(),
    silo_id,
    name: name(i),
    description: '',
    time_created: time,
    time_modified: time,
  }))
  for (let i = 0; i < count; i += 100)
    await world.host.db.transaction((tx) =>
      tx
        .insertInto('project')
        .values(rows.slice(i, i + 100))
        .execute(),
    )
  const list = async (query: string) =>
    (await world.admin.raw('GET', `/v1/projects?${query}`)).body as unknown as {
      items: { name: string }[]
      next_page: string | null
    }
  return { list, breathed: () => breaths }
}
const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => name(from + i))

eachDatabaseAndWasm((_name, open) => {
  describe('a long list', () => {
    test('has every row once, in order, and other requests run between slices', async () => {
      const count = 2 * MAX_SLICE_ROWS + 7
      const { list, breathed } = await setUp(await open(), count)
      const page = await list('limit=10000')
      expect(page.items.map((item) => item.name)).toEqual(names(0, count))
      // for three slices, and to send them
      expect(breathed()).toBe(3 + 1)
      const backwards = await list('limit=10000&sort_by=name_descending')
      expect(backwards.items.map((item) => item.name)).toEqual(names(0, count).reverse())
    })

    test('ends at its limit, and its token continues from there', async () => {
      const limit = MAX_WHOLE_ROWS + 5
      const count = limit + 2 * MAX_SLICE_ROWS
      const { list, breathed } = await setUp(await open(), count)
      const first = await list(`limit=${limit}`)
      expect(breathed()).toBe(Math.ceil(limit / MAX_SLICE_ROWS) + 1)
      expect(first.items.map((item) => item.name)).toEqual(names(0, limit))
      const rest = await list(`limit=10000&page_token=${first.next_page}`)
      expect(rest.items.map((item) => item.name)).toEqual(names(limit, count))
      const all = await list('limit=10000')
      expect(all.items).toHaveLength(count)
      expect((await list(`limit=10000&page_token=${all.next_page}`)).items).toEqual([])
    })
  })
})

test('a list that waits for its turn holds no rows', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const slices: WeakRef<object>[] = []
  const held: number[] = []
  const nextTurn = async () => {
    await setImmediate()
    collectGarbage()
    held.push(slices.filter((slice) => slice.deref()).length)
  }
  const read = async ({ limit }: { limit: number }) => {
    const slice = { items: Array.from({ length: limit }, () => 0), next_page: 'more' }
    slices.push(new WeakRef(slice))
    return slice
  }
  await readInSlices({ limit: 3 * MAX_SLICE_ROWS }, read, (slice) => slice, nextTurn)
  expect(held).toEqual([0, 0, 0])
})

test('concurrent lists take turns', async () => {
  const order: string[] = []
  const nextTurn = makeTurns(async () => void order.push('others'))
  const read = (list: string) => async (query: { limit: number }) => {
    order.push(list)
    return { items: Array.from({ length: query.limit }, () => 0), next_page: 'more' }
  }
  const query = { limit: 3 * MAX_SLICE_ROWS }
  await Promise.all(['a', 'b'].map((list) => readInSlices(query, read(list), (slice) => slice, nextTurn)))
  const slices = order
    .join(' ')
    .split('others')
    .map((part) => part.trim())
  expect(slices.every((part) => part.split(' ').length <= 1)).toBe(true)
  expect(order.filter((one) => one === 'others')).toHaveLength(6)
})
