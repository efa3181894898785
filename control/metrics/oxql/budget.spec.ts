// A query never holds up others for long: it yields within every stage, also within a single long timeseries. Its limit is work,
// not time.
import { describe, expect, test } from 'vitest'
import { Budget, type BudgetOptions } from './budget.ts'
import type { SampleSource } from './evaluate.ts'
import { runQuery } from './query.ts'
import type { Series } from './table.ts'
import { NOW, PROJECTS } from './testing.ts'

/** Enough for five pauses in one pass. */
const POINTS = 50_000
const STEP = 5000
const ID = { type: 'uuid', value: PROJECTS[0] } as const

/** One timeseries of this length, whose last point is at NOW. */
const longSeries = (): SampleSource => ({
  async read(): Promise<Series[]> {
    const times = Array.from({ length: POINTS }, (_, index) => NOW - (POINTS - 1 - index) * STEP)
    return [{ fields: { id: ID }, starts: undefined, times, weights: undefined, values: [times.map((_, n) => n)] }]
  },
})

async function breathsOf(query: string, options: Partial<BudgetOptions> = {}): Promise<number> {
  let breaths = 0
  const clock = { breathe: async () => void breaths++ }
  const budget = new Budget({ clock, ...options })
  await runQuery(query, { source: longSeries(), budget, now: NOW, projectOnly: false })
  return breaths
}

const CPUS = 'get collection_target:cpus_provisioned'
const ALL = `${CPUS} | filter timestamp <= @2025-03-03T09:00:00`
const ALIGNED = `${ALL} | align mean_within(5s)`
/** The result is kept small, so that making it adds nothing. */
const LAST = '| last 1'

describe('one timeseries with 50,000 points', () => {
  test.each([
    ['filter', `${ALL} ${LAST}`, `${ALL} | filter datum >= 0 ${LAST}`],
    ['align', `${ALL} ${LAST}`, `${ALIGNED} ${LAST}`],
    ['group_by', `${ALIGNED} ${LAST}`, `${ALIGNED} | group_by [id] ${LAST}`],
    ['join', `{ ${ALIGNED} ${LAST}; ${ALIGNED} }`, `{ ${ALIGNED}; ${ALIGNED} } | join ${LAST}`],
    ['the result', `${ALL} ${LAST}`, ALL],
  ])('%s yields several times', async (_, without, query) => {
    const before = without.startsWith('{')
      ? await breathsOf(`${ALIGNED} ${LAST}`).then((n) => 2 * n)
      : await breathsOf(without)
    expect((await breathsOf(query)) - before).toBeGreaterThanOrEqual(4)
  })
})

test('time does not count: a busy server answers later, but answers', async () => {
  let now = NOW
  const clock = { now: () => new Date((now += 60_000)), breathe: async () => undefined }
  await expect(breathsOf(`${ALIGNED} ${LAST}`, { clock })).resolves.toBeDefined()
})

test('work counts', async () => {
  const many = Array.from({ length: 100 }, (_, n) => `datum != ${n}`).join(' && ')
  await expect(breathsOf(`${ALL} | filter ${many} ${LAST}`)).resolves.toBeDefined()
  const repeated = Array.from({ length: 12 }, () => `| filter ${many.slice(0, many.indexOf(' && datum != 20'))}`).join(
    ' ',
  )
  await expect(breathsOf(`${ALL} ${repeated} ${LAST}`, { maxWork: 10_000_000 })).rejects.toThrow(
    'The query exceeds a limit: it takes more than 10000000 steps',
  )
})
