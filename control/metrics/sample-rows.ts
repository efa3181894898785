// Reads the rows of sources, each time span at its own level: stored rows and those that a driver recalls.
import type { Queries } from '../db/database.ts'
import { RAW, type Segment } from './levels.ts'
import type { Budget } from './oxql/budget.ts'
import type { ReadPlan } from './oxql/plan.ts'
import { recalledRows, stepOf, type Past, type RecalledSource } from './recall.ts'
import type { SampledRow } from './series.ts'

/** How many sampling intervals before a query's start to look for the baseline row of the first increase. */
const LOOKBACK = 1.5

type Rows = Map<number, SampledRow[]>
const columns = ['source_id', 'sampled_at', 'counting_since', 'packed'] as const

export interface Reader {
  db: Queries
  /** Absent if nothing can be recalled. */
  past: Past | undefined
  budget: Budget
}

const byTime = (a: SampledRow, b: SampledRow) => a.sampled_at - b.sampled_at

/** Adds the rows that are not stored. */
async function addRecalled(
  { db, past, budget }: Reader,
  source: RecalledSource,
  { level, from, to }: Segment,
  rows: SampledRow[],
): Promise<void> {
  if (!past) return
  const recalled = await recalledRows(db, past, source, { level, from, to }, budget)
  if (recalled.length === 0) return
  const stands = stepOf(level, past.period ?? 0) / RAW.everyMs
  for (const row of recalled) rows.push({ ...row, stands })
  rows.sort(byTime)
  await budget.pause()
}

/** Every row in the segments, plus the baseline row before the first. */
export async function allRows(
  reader: Reader,
  sources: readonly RecalledSource[],
  segments: readonly Segment[],
  plan: ReadPlan,
): Promise<Rows> {
  const { db, budget } = reader
  const ids = sources.map(({ id }) => id)
  const rows: Rows = new Map(ids.map((id) => [id, []]))
  for (const [index, { level, from, to }] of segments.entries()) {
    let query = db.selectFrom(level.table).select(columns).where('source_id', 'in', ids)
    // include the baseline row of the first increase
    const early = index === 0 ? from - LOOKBACK * level.everyMs : from
    if (Number.isFinite(early)) query = query.where('sampled_at', '>=', Math.floor(early))
    if (Number.isFinite(to)) query = query.where('sampled_at', '<=', Math.floor(to))
    const found = await query.orderBy('source_id').orderBy('sampled_at').execute()
    budget.spendRows(found.length)
    for (const row of found) rows.get(row.source_id)!.push({ ...row, stands: level.everyMs / RAW.everyMs })
    for (const source of sources) await addRecalled(reader, source, { level, from: early, to }, rows.get(source.id)!)
    await budget.pause()
  }
  const [first] = segments
  if (!first || !Number.isFinite(plan.from)) return rows
  for (const source of sources) {
    const [earliest] = rows.get(source.id)!
    const isComplete = !earliest || earliest.sampled_at < plan.from || earliest.counting_since >= plan.from
    if (isComplete) continue
    // the sampler was down, so the baseline row is further back
    const previous = await rowBefore(reader, source, first, earliest.sampled_at)
    budget.spendRows(previous ? 1 : 0)
    if (previous) rows.get(source.id)!.unshift(previous)
  }
  return rows
}

async function rowBefore(
  { db, past, budget }: Reader,
  source: RecalledSource,
  { level }: Segment,
  before: number,
): Promise<SampledRow | undefined> {
  const stored = await db
    .selectFrom(level.table)
    .select(columns)
    .where('source_id', '=', source.id)
    .where('sampled_at', '<', before)
    .orderBy('sampled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const limit = { kind: 'last' as const, count: 1 }
  const stretch = { level, from: -Infinity, to: before - 1, limit }
  const [recalled] = stored || !past ? [] : await recalledRows(db, past, source, stretch, budget)
  const row = stored ?? recalled
  return row && { ...row, stands: level.everyMs / RAW.everyMs }
}

/** The first or last rows of each source, plus the baseline row of the first increase. */
export async function limitedRows(
  reader: Reader,
  sources: readonly RecalledSource[],
  segments: readonly Segment[],
  { limit }: ReadPlan,
): Promise<Rows> {
  const { db, past, budget } = reader
  const { kind, count } = limit!
  const direction = kind === 'first' ? 'asc' : 'desc'
  const rows: Rows = new Map()
  for (const source of sources) {
    const own: SampledRow[] = []
    for (const { level, from, to } of kind === 'first' ? segments : segments.toReversed()) {
      const missing = count + 2 - own.length
      if (missing <= 0) break
      let query = db.selectFrom(level.table).select(columns).where('source_id', '=', source.id)
      if (Number.isFinite(from)) query = query.where('sampled_at', '>=', Math.floor(from))
      if (Number.isFinite(to)) query = query.where('sampled_at', '<=', Math.floor(to))
      const stored = await query.orderBy('sampled_at', direction).limit(missing).execute()
      const stretch = { level, from, to, limit: { kind, count: missing } }
      const recalled = past ? await recalledRows(db, past, source, stretch, budget) : []
      const found = [...stored, ...recalled].sort(
        (a, b) => (a.sampled_at - b.sampled_at) * (direction === 'asc' ? 1 : -1),
      )
      budget.spendRows(stored.length)
      own.push(...found.slice(0, missing).map((row) => ({ ...row, stands: level.everyMs / RAW.everyMs })))
    }
    const ordered = kind === 'first' ? own : own.toReversed()
    const [earliest] = ordered
    const [first] = segments
    const isComplete = kind === 'last' && own.length === count + 2
    const previous = !isComplete && earliest && first && (await rowBefore(reader, source, first, earliest.sampled_at))
    rows.set(source.id, previous ? [previous, ...ordered] : ordered)
    await budget.pause()
  }
  return rows
}
