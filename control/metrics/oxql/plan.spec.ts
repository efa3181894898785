// Read plans: bounds that SQL can use, and that never exclude a matching row.
import { describe, expect, test } from 'vitest'
import type { ReadPlan } from './plan.ts'
import { ask, NOW } from './testing.ts'

const READS = 'get virtual_disk:reads'

async function plan(query: string): Promise<ReadPlan> {
  const seen: ReadPlan[] = []
  await ask(query, { seen })
  return seen[0]!
}

describe('what is pushed down', () => {
  test('times and field equality, from all filters before the first other operation', async () => {
    const query = `{ ${READS} | filter timestamp >= @08:00:00 } | filter timestamp < @09:00:00 && block_size == 512 | last 5 | filter datum > 5`
    expect(await plan(query)).toMatchObject({
      from: Date.UTC(2025, 2, 3, 8),
      to: NOW,
      fields: new Map([['block_size', new Set([512])]]),
      limit: { kind: 'last', count: 5 },
      period: undefined,
    })
  })

  test.each<[string, Partial<ReadPlan>]>([
    ['timestamp > @08:00:00 || timestamp < @07:00:00', { from: -Infinity, to: Infinity }],
    ['timestamp > @08:00:00 || timestamp == @07:00:00', { from: Date.UTC(2025, 2, 3, 7), to: Infinity }],
    ['!(timestamp > @08:00:00)', { from: -Infinity, to: Date.UTC(2025, 2, 3, 8) }],
    ['!(timestamp > @08:00:00 && datum > 1)', { from: -Infinity, to: Infinity }],
    ['timestamp > @08:00:00 ^ datum > 1', { from: -Infinity, to: Infinity }],
    ['block_size == 512 || block_size == 4096', { fields: new Map([['block_size', new Set([512, 4096])]]) }],
    ['block_size == 512 || datum == 4096', { fields: new Map() }],
    ['!(block_size == 512)', { fields: new Map() }],
    ['!(block_size != 512)', { fields: new Map([['block_size', new Set([512])]]) }],
  ])('%s', async (filter, expected) => {
    expect(await plan(`${READS} | filter ${filter}`)).toMatchObject(expected)
  })

  test('a limit only if every filter before it is pushed down', async () => {
    expect((await plan(`${READS} | filter datum > 1 | last 1`)).limit).toBeUndefined()
    expect((await plan(`${READS} | filter timestamp != @08:00:00 | last 1`)).limit).toBeUndefined()
    expect((await plan(`${READS} | filter !(block_size == 1) | last 1`)).limit).toMatchObject({ count: 1 })
  })

  test('series that cannot match are not read', async () => {
    const seen: ReadPlan[] = []
    await ask(`${READS} | filter block_size == 1 && block_size == 2`, { seen })
    await ask(`${READS} | filter timestamp > @09:00:00 && timestamp < @08:00:00`, { seen })
    expect(seen).toEqual([])
  })
})
