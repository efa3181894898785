// Reads the rows of sources, each stretch of time at its own level.
import type { Queries } from '../db/database.ts'
import { RAW, type Segment } from './levels.ts'
import type { Budget } from './oxql/budget.ts'
import type { ReadPlan } from './oxql/plan.ts'
import type { SampledRow } from './series.ts'

/** How many samples before the start of a query to look for the row that the first increase is counted from. */
const LOOKBACK = 1.5

type Rows = Map<number, SampledRow[]>
const columns = ['source_id', 'sampled_at', 'counting_since', 'packed'] as const

/** Every row in the segments, and before the first the one that its increase is counted from. */
export async function allRows(
  db: Queries,
  ids: readonly number[],
  segments: readonly Segment[],
  plan: ReadPlan,
  budget: Budget,
): Promise<Rows> {
  const rows: Rows = new Map(ids.map((id) => [id, []]))
  for (const [index, { level, from, to }] of segments.entries()) {
    let query = db.selectFrom(level.table).select(columns).where('source_id', 'in', ids)
    // with the row before, which the first increase is counted from
    const early = index === 0 ? from - LOOKBACK * level.everyMs : from
    if (Number.isFinite(early)) query = query.where('sampled_at', '>=', Math.floor(early))
    if (Number.isFinite(to)) query = query.where('sampled_at', '<=', Math.floor(to))
    const found = await query.orderBy('source_id').orderBy('sampled_at').execute()
    budget.spendRows(found.length)
    for (const row of found) rows.get(row.source_id)!.push({ ...row, stands: level.everyMs / RAW.everyMs })
    await budget.pause()
  }
  const [first] = segments
  if (!first || !Number.isFinite(plan.from)) return rows
  for (const id of ids) {
    const [earliest] = rows.get(id)!
    const isComplete = !earliest || earliest.sampled_at < plan.from || earliest.counting_since >= plan.from
    if (isComplete) continue
    // the sampler was down: the row before is further away
    const previous = await rowBefore(db, id, first, earliest.sampled_at)
    budget.spendRows(previous ? 1 : 0)
    if (previous) rows.get(id)!.unshift(previous)
  }
  return rows
}

async function rowBefore(db: Queries, id: number, { level }: Segment, before: number): Promise<SampledRow | undefined> {
  const row = await db
    .selectFrom(level.table)
    .select(columns)
    .where('source_id', '=', id)
    .where('sampled_at', '<', before)
    .orderBy('sampled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, stands: level.everyMs / RAW.everyMs }
}

/** The first or last rows of each source, and one more that the first increase is counted from. */
export async function limitedRows(
  db: Queries,
  ids: readonly number[],
  segments: readonly Segment[],
  { limit }: ReadPlan,
  budget: Budget,
): Promise<Rows> {
  const { kind, count } = limit!
  const direction = kind === 'first' ? 'asc' : 'desc'
  const rows: Rows = new Map()
  for (const id of ids) {
    const own: SampledRow[] = []
    for (const { level, from, to } of kind === 'first' ? segments : segments.toReversed()) {
      const missing = count + 2 - own.length
      if (missing <= 0) break
      let query = db.selectFrom(level.table).select(columns).where('source_id', '=', id)
      if (Number.isFinite(from)) query = query.where('sampled_at', '>=', Math.floor(from))
      if (Number.isFinite(to)) query = query.where('sampled_at', '<=', Math.floor(to))
      const found = await query.orderBy('sampled_at', direction).limit(missing).execute()
      budget.spendRows(found.length)
      own.push(...found.map((row) => ({ ...row, stands: level.everyMs / RAW.everyMs })))
    }
    const ordered = kind === 'first' ? own : own.toReversed()
    const [earliest] = ordered
    const [first] = segments
    const isComplete = kind === 'last' && own.length === count + 2
    const previous = !isComplete && earliest && first && (await rowBefore(db, id, first, earliest.sampled_at))
    rows.set(id, previous ? [previous, ...ordered] : ordered)
    await budget.pause()
  }
  return rows
}
