// Reads samples for queries: finds the sources that the bounds of a query allow, and turns their rows into timeseries.
import type { Database, Queries, RowOf } from '../db/database.ts'
import type { Schema, Target } from './catalogue.ts'
import { columnsOf, type Column, type Part } from './layout.ts'
import { RAW, segmentsOf, type Segment } from './levels.ts'
import type { Budget } from './oxql/budget.ts'
import type { SampleSource } from './oxql/evaluate.ts'
import { canPass, compileFilter } from './oxql/filter.ts'
import type { ReadPlan } from './oxql/plan.ts'
import type { FieldValue, Series } from './oxql/table.ts'
import { readUsage } from './usage-samples.ts'
import { seriesOf, type SampledRow } from './series.ts'

export interface Scope {
  project_id: string
  silo_id: string
}

export interface SamplesOptions {
  db: Pick<Database, 'read'>
  now: number
  /** Nothing outside of this project is read. */
  scope: Scope | undefined
}

type SourceRow = Pick<RowOf<'metric_source'>, 'id' | 'source_fields' | 'shape'>

interface Wanted {
  source: SourceRow
  columns: { column: Column; fields: Record<string, FieldValue> }[]
}

/** While it is being sampled, a source's last_sampled is behind by a quarter of an hour and a little more. */
const BEHIND_MS = 30 * 60_000
const SOURCES_AT_ONCE = 1000
/** Rows that one statement is expected to give: more would keep everyone else waiting. */
const ROWS_AT_ONCE = 4000
const MAX_SOURCES_IN_STATEMENT = 64
const LOOKBACK = 1.5

export const makeSamples = ({ db, now, scope }: SamplesOptions): SampleSource => ({
  async read(schema, plan, budget) {
    if (schema.target === 'collection_target') return scope ? [] : readUsage(db.read, schema, plan, budget)
    const segments = segmentsOf({ ...plan, now })
    const series: Series[] = []
    for await (const wanted of wantedSources(db.read, schema, plan, scope, budget))
      series.push(...(await readSources(db.read, wanted, segments, plan, budget)))
    return series
  },
})

/** Columns of metric_source that a field is kept in. */
function columnOf(target: Target, field: string) {
  if (field === 'project_id' || field === 'silo_id') return field
  const objects: Partial<Record<Target, string>> = {
    virtual_machine: 'instance_id',
    virtual_disk: 'disk_id',
    instance_network_interface: 'interface_id',
  }
  if (objects[target] === field) return 'object_id'
  const instances: Partial<Record<Target, string>> = {
    virtual_disk: 'attached_instance_id',
    instance_network_interface: 'instance_id',
  }
  return instances[target] === field ? 'instance_id' : undefined
}

async function* wantedSources(
  db: Queries,
  schema: Schema,
  plan: ReadPlan,
  scope: Scope | undefined,
  budget: Budget,
): AsyncGenerator<Wanted[]> {
  const part: Part = schema.datum_type.startsWith('histogram_') ? 'histogram' : ''
  let query = db
    .selectFrom('metric_source')
    .select(['id', 'source_fields', 'shape'])
    .where('target_name', '=', schema.target)
    .where('part', '=', part)
    .orderBy('id')
    .limit(SOURCES_AT_ONCE)
  if (scope) query = query.where('project_id', '=', scope.project_id).where('silo_id', '=', scope.silo_id)
  for (const [field, values] of plan.fields) {
    const column = columnOf(schema.target, field)
    if (column) query = query.where(column, 'in', [...values].map(String))
  }
  if (Number.isFinite(plan.from)) query = query.where('last_sampled', '>=', Math.floor(plan.from - BEHIND_MS))
  const filters = plan.filters.map(compileFilter)
  for (let after = 0; ;) {
    const rows = await query.where('id', '>', after).execute()
    budget.spendRows(rows.length)
    const wanted = rows.map((source) => ({ source, columns: columnsFor(source, schema, part, filters) }))
    const some = wanted.filter(({ columns }) => columns.length > 0)
    budget.spendSeries(some.reduce((sum, { columns }) => sum + columns.length, 0))
    await budget.pause()
    yield some
    if (rows.length < SOURCES_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}

function columnsFor(source: SourceRow, schema: Schema, part: Part, filters: ReturnType<typeof compileFilter>[]) {
  const ofTarget = fieldValues(schema, source.source_fields)
  return columnsOf(schema.target, part, source.shape)
    .filter(({ metric }) => metric === schema.metric)
    .map((column) => ({ column, fields: { ...ofTarget, ...fieldValues(schema, column.fields) } }))
    .filter(({ fields }) => filters.every((filter) => canPass(filter, fields)))
}

function fieldValues(schema: Schema, values: Readonly<Record<string, string | number>>): Record<string, FieldValue> {
  const types = new Map(schema.fields.map(({ name, type }) => [name, type]))
  const entries = Object.entries(values).filter(([name]) => types.has(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, { type: types.get(name)!, value } as FieldValue]))
}

async function readSources(
  db: Queries,
  wanted: readonly Wanted[],
  segments: readonly Segment[],
  plan: ReadPlan,
  budget: Budget,
): Promise<Series[]> {
  const rowsOf = plan.limit ? limitedRows : allRows
  const series: Series[] = []
  const size = plan.limit ? 1 : sourcesAtOnce(segments)
  for (let at = 0; at < wanted.length; at += size) {
    const some = wanted.slice(at, at + size)
    const rows = await rowsOf(
      db,
      some.map(({ source }) => source.id),
      segments,
      plan,
      budget,
    )
    for (const { source, columns } of some) {
      const own = rows.get(source.id) ?? []
      budget.spendPoints(own.length * columns.length)
      series.push(...seriesOf(own, columns, plan))
      await budget.pause()
    }
  }
  return series.filter(({ times }) => times.length > 0)
}

function sourcesAtOnce(segments: readonly Segment[]): number {
  const expected = segments.reduce((sum, { level, from, to }) => {
    const span = Math.min(to - from, level.keepMs)
    return sum + Math.max(1, span / level.everyMs)
  }, 0)
  return Math.max(1, Math.min(MAX_SOURCES_IN_STATEMENT, Math.floor(ROWS_AT_ONCE / expected)))
}

type Rows = Map<number, SampledRow[]>
const columns = ['source_id', 'sampled_at', 'counting_since', 'packed'] as const

/** Every row in the segments, and before the first the one that its increase is counted from. */
async function allRows(
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
async function limitedRows(
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
