// Reads samples for queries: finds the sources within a query's bounds and turns their rows into timeseries.
import type { Recall } from '#drivers/recall.ts'
import type { Database, Queries, RowOf } from '../db/database.ts'
import type { Schema, Target } from './catalogue.ts'
import { columnsOf, type Column, type Part } from './layout.ts'
import { segmentsOf, type Segment } from './levels.ts'
import { comparisons } from './oxql/ast.ts'
import type { Budget } from './oxql/budget.ts'
import { upsamplingError } from './oxql/error.ts'
import type { SampleSource } from './oxql/evaluate.ts'
import { canPass, compileFilter } from './oxql/filter.ts'
import { MAX_UPSAMPLING } from './oxql/limits.ts'
import type { ReadPlan } from './oxql/plan.ts'
import type { FieldValue, Series } from './oxql/table.ts'
import { readUsage } from './usage-samples.ts'
import type { RecalledSource } from './recall.ts'
import { allRows, limitedRows, type Reader } from './sample-rows.ts'
import { seriesOf } from './series.ts'

export interface Scope {
  project_id: string
  silo_id: string
}

export interface SamplesOptions {
  db: Pick<Database, 'read'>
  now: number
  /** Restricts reads to this project. */
  scope: Scope | undefined
  /** The driver's recall function, if it has one. */
  recall?: Recall | undefined
}

type SourceRow = RecalledSource & Pick<RowOf<'metric_source'>, 'time_created' | 'last_sampled'>

interface Wanted {
  source: SourceRow
  columns: { column: Column; fields: Record<string, FieldValue> }[]
}

/** While a source is being sampled, its last_sampled lags behind by slightly more than 15 minutes. */
const MAX_LAG_MS = 30 * 60_000
const SOURCES_AT_ONCE = 1000
/** Listing the fields of a timeseries, in steps. */
const FIELDS_STEPS = 20
/** Expected rows per statement; more would block other requests. */
const ROWS_AT_ONCE = 4000
const MAX_SOURCES_IN_STATEMENT = 64

export const makeSamples = ({ db, now, scope, recall }: SamplesOptions): SampleSource => ({
  async read(schema, plan, budget) {
    if (schema.target === 'collection_target') return scope ? [] : readUsage(db.read, schema, plan, budget)
    const segments = segmentsOf({ ...plan, now })
    const series: Series[] = []
    for await (const wanted of wantedSources(db.read, schema, plan, scope, budget)) {
      for (const { source } of wanted) checkUpsampling(schema, plan, segments, source)
      series.push(
        ...(await readSources(
          { db: db.read, past: recall && { recall, now, period: plan.period }, budget },
          wanted,
          segments,
          plan,
        )),
      )
    }
    return series
  },
})

/** Older samples are further apart. Refused before any is read: a month by the second is millions of points for each timeseries. */
function checkUpsampling(
  { name }: Schema,
  { period }: ReadPlan,
  segments: readonly Segment[],
  { time_created, last_sampled }: SourceRow,
): void {
  if (period === undefined) return
  const tooCoarse = segments.find(
    ({ level, from, to }) =>
      level.everyMs > MAX_UPSAMPLING * period && Date.parse(time_created) <= to && last_sampled >= from,
  )
  if (tooCoarse) throw upsamplingError(name, period, tooCoarse.level.everyMs)
}

/** The metric_source column of a field. */
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
    .select([
      'id',
      'target_name',
      'part',
      'object_id',
      'instance_id',
      'source_fields',
      'shape',
      'time_created',
      'last_sampled',
    ])
    .where('target_name', '=', schema.target)
    .where('part', '=', part)
    .orderBy('id')
    .limit(SOURCES_AT_ONCE)
  if (scope) query = query.where('project_id', '=', scope.project_id).where('silo_id', '=', scope.silo_id)
  for (const [field, values] of plan.fields) {
    const column = columnOf(schema.target, field)
    if (column) query = query.where(column, 'in', [...values].map(String))
  }
  if (Number.isFinite(plan.from)) query = query.where('last_sampled', '>=', Math.floor(plan.from - MAX_LAG_MS))
  const filters = plan.filters.map(compileFilter)
  const steps = 1 + plan.filters.reduce((sum, each) => sum + comparisons(each).length, 0)
  for (let after = 0; ;) {
    const rows = await query.where('id', '>', after).execute()
    budget.spendRows(rows.length)
    const some: Wanted[] = []
    for (const source of rows) {
      const all = columnsOf(schema.target, part, source.shape).filter(({ metric }) => metric === schema.metric)
      const columns = passing(source, all, schema, filters)
      if (columns.length > 0) some.push({ source, columns })
      budget.spendSeries(columns.length)
      budget.spendWork(all.length * (FIELDS_STEPS + steps))
      await budget.pause()
    }
    yield some
    if (rows.length < SOURCES_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}

/** The columns in which some point could pass the filters. */
function passing(source: SourceRow, all: Column[], schema: Schema, filters: ReturnType<typeof compileFilter>[]) {
  const ofTarget = fieldValues(schema, source.source_fields)
  return all
    .map((column) => ({ column, fields: { ...ofTarget, ...fieldValues(schema, column.fields) } }))
    .filter(({ fields }) => filters.every((filter) => canPass(filter, fields)))
}

function fieldValues(schema: Schema, values: Readonly<Record<string, string | number>>): Record<string, FieldValue> {
  const types = new Map(schema.fields.map(({ name, type }) => [name, type]))
  const entries = Object.entries(values).filter(([name]) => types.has(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, { type: types.get(name)!, value } as FieldValue]))
}

async function readSources(
  reader: Reader,
  wanted: readonly Wanted[],
  segments: readonly Segment[],
  plan: ReadPlan,
): Promise<Series[]> {
  const { budget } = reader
  const rowsOf = plan.limit ? limitedRows : allRows
  const series: Series[] = []
  const size = plan.limit ? 1 : sourcesAtOnce(segments)
  for (let at = 0; at < wanted.length; at += size) {
    const some = wanted.slice(at, at + size)
    const rows = await rowsOf(
      reader,
      some.map(({ source }) => source),
      segments,
      plan,
    )
    for (const { source, columns } of some) {
      const own = rows.get(source.id) ?? []
      budget.spendPoints(own.length * columns.length)
      series.push(...(await seriesOf(own, columns, plan, budget)))
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
