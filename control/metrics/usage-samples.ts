// Provisioned resources of projects, silos and the fleet as timeseries, from the same rows as /v1/metrics.
import type { Queries } from '../db/database.ts'
import type { Schema } from './catalogue.ts'
import type { Budget } from './oxql/budget.ts'
import { usageColumns } from './metric.ts'
import { gapMarks } from './sampled-periods.ts'
import { canPass, compileFilter } from './oxql/filter.ts'
import type { ReadPlan } from './oxql/plan.ts'
import type { Series } from './oxql/table.ts'

const ROWS_AT_ONCE = 4000

export async function readUsage(db: Queries, schema: Schema, plan: ReadPlan, budget: Budget): Promise<Series[]> {
  const column = usageColumns[schema.metric as keyof typeof usageColumns]
  const filters = plan.filters.map(compileFilter)
  const series: Series[] = []
  for await (const subject of subjects(db, plan)) {
    const fields = { id: { type: 'uuid' as const, value: subject } }
    if (!filters.every((filter) => canPass(filter, fields))) continue
    budget.spendSeries(1)
    const { times, values } = await levelsOf(db, subject, column, plan, budget)
    if (times.length > 0) series.push({ fields, starts: undefined, times, weights: undefined, values: [values] })
  }
  return series
}

/** One by one, because listing them all at once would read every sample. */
async function* subjects(db: Queries, { fields }: ReadPlan): AsyncGenerator<string> {
  const named = fields.get('id')
  if (named) {
    yield* [...named].map(String)
    return
  }
  for (let after = ''; ;) {
    const next = await db
      .selectFrom('usage_sample')
      .select('subject_id')
      .where('subject_id', '>', after)
      .orderBy('subject_id')
      .limit(1)
      .executeTakeFirst()
    if (!next) return
    yield (after = next.subject_id)
  }
}

async function levelsOf(
  db: Queries,
  subject: string,
  column: 'cpus' | 'memory' | 'storage',
  { from, to, limit }: ReadPlan,
  budget: Budget,
): Promise<{ times: number[]; values: (number | null)[] }> {
  const times: number[] = []
  const values: number[] = []
  const isLast = limit?.kind === 'last'
  const wanted = limit ? limit.count + 2 : Infinity
  let query = db.selectFrom('usage_sample').select(['time', column]).where('subject_id', '=', subject)
  if (Number.isFinite(from)) query = query.where('time', '>=', moment(from))
  if (Number.isFinite(to)) query = query.where('time', '<=', moment(to))
  for (let page = query; ;) {
    const size = Math.min(ROWS_AT_ONCE, wanted - times.length)
    const rows = await page
      .orderBy('time', isLast ? 'desc' : 'asc')
      .limit(size)
      .execute()
    budget.spendRows(rows.length)
    budget.spendPoints(rows.length)
    for (const row of rows) {
      times.push(Date.parse(row.time))
      values.push((row as Record<typeof column, number>)[column])
    }
    await budget.pause()
    if (rows.length < size || times.length >= wanted) break
    page = query.where('time', isLast ? '<' : '>', rows.at(-1)!.time)
  }
  const points = times.map((time, at): [number, number | null] => [time, values[at]!])
  // as far as the samples were read
  const [first, last] = [isLast ? (times.at(-1) ?? from) : from, isLast || !limit ? to : (times.at(-1) ?? to)]
  for (const { time, level } of await gapMarks(db, subject, first, last))
    points.push([Date.parse(time), level?.[column] ?? null])
  points.sort(([one], [other]) => one - other)
  return { times: points.map(([time]) => time), values: points.map(([, value]) => value) }
}

/** ISO texts sort like times only up to the year 9999, and nothing was sampled before the epoch. */
const LAST_MOMENT = Date.UTC(9999, 11, 31)
const moment = (time: number) => new Date(Math.min(LAST_MOMENT, Math.max(0, Math.floor(time)))).toISOString()
