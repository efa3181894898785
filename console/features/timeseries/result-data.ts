// The result of any query as charts and as rows.
import { counted } from '../../util/count.ts'
import { toSnake } from '#contract/camel.ts'
import type { ChartData } from '../../chart/chart-data.ts'
import { MAX_SERIES } from '../../chart/series-colors.tsx'
import { type QueryResult, breaksIn } from '../../chart/series.ts'

type ResultTable = QueryResult['tables'][number]
type Series = ResultTable['timeseries'][string]
type Cell = Series['points']['values'][number]['values']['values'][number]

/** By ID. What is not in it, like a deleted instance, keeps its ID. */
export type Names = ReadonlyMap<string, string>

export interface ResultRow {
  time: string
  fields: Record<string, string>
  value: string
}

export interface ResultChart {
  data: ChartData
  /** series that are not drawn */
  hidden: number
}

export const fieldsOf = ({ fields }: Series): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [toSnake(name), String(value)]))

/** Fields that differ between the series, to label them. */
export function namingFields(all: readonly Series[]): string[] {
  const fields = all.map(fieldsOf)
  const names = [...new Set(fields.flatMap((each) => Object.keys(each)))].sort()
  return names.filter((name) => new Set(fields.map((each) => each[name])).size > 1)
}

const LEVELS = 'collection_target:'

/** Empty for distributions and texts, which cannot be drawn as lines. */
export function chartOf({ name, timeseries }: ResultTable, names: Names = new Map()): ResultChart | undefined {
  const all = Object.values(timeseries)
  const naming = namingFields(all)
  const parts = name.split(',')
  const lines = all.flatMap((series) =>
    series.points.values.flatMap(({ values: { type, values } }, part) => {
      if (type !== 'integer' && type !== 'double' && type !== 'boolean') return []
      const fields = fieldsOf(series)
      const text = labelOf(naming, fields, names)
      const label = [parts.length > 1 ? parts[part] : '', text].filter(Boolean).join(', ') || (parts[part] ?? name)
      return [{ label, times: series.points.timestamps.map((time) => Date.parse(time)), values: values.map(numberOf) }]
    }),
  )
  if (lines.length === 0) return undefined
  const drawn = lines.slice(0, MAX_SERIES)
  const sampled = [...new Set(drawn.flatMap((line) => line.times))].sort((one, other) => one - other)
  // levels are sampled when they change, and say themselves where there is a gap
  const breaks = name.startsWith(LEVELS) ? [] : breaksIn(sampled)
  const times = [...sampled, ...breaks].sort((one, other) => one - other)
  const series = uniqueLabels(drawn.map((line) => line.label)).map((label, at) => {
    const line = drawn[at]!
    const values = new Map(line.times.map((time, index) => [time, line.values[index] ?? null]))
    return { label, values: times.map((time) => values.get(time) ?? null) }
  })
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  // a single point needs an axis around it
  const margin = first === last ? 30_000 : 0
  return {
    data: { start: new Date(first - margin), end: new Date(last + margin), times, series },
    hidden: lines.length - drawn.length,
  }
}

/** 'web-1', 'instance: web-1, state: run' or, without a name, 'instance_id: 4c1c…'. */
function labelOf(naming: readonly string[], fields: Record<string, string>, names: Names) {
  const parts = naming.map((field) => {
    const value = fields[field] ?? ''
    const name = names.get(value)
    if (name === undefined) return `${field}: ${value}`
    return naming.length === 1 ? name : `${field.replace(/_id$/, '')}: ${name}`
  })
  return parts.join(', ')
}

const numberOf = (cell: Cell): number | null =>
  typeof cell === 'number' ? cell : typeof cell === 'boolean' ? Number(cell) : null

function uniqueLabels(labels: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return labels.map((label) => {
    const count = (seen.get(label) ?? 0) + 1
    seen.set(label, count)
    return count === 1 ? label : `${label} (${count})`
  })
}

/** One row for each point, the newest first. */
export function rowsOf({ timeseries }: ResultTable): ResultRow[] {
  const rows = Object.values(timeseries).flatMap((series) => {
    const fields = fieldsOf(series)
    return series.points.timestamps.map((time, at) => ({
      time,
      fields,
      value: series.points.values.map(({ values: { values } }) => cellText(values[at] ?? null)).join(', '),
    }))
  })
  return rows.sort((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0))
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell)
  const count = cell.counts.reduce((sum, each) => sum + each, 0)
  const range = count > 0 ? `, ${cell.min ?? '?'} to ${cell.max ?? '?'}` : ''
  return `${counted(count, 'sample')}${range}`
}

export const columnsOf = ({ timeseries }: ResultTable): string[] =>
  [...new Set(Object.values(timeseries).flatMap((series) => Object.keys(fieldsOf(series))))].sort()

/** Where a syntax error is: `Error at 2:14: expected …` */
export function errorSpot(message: string): { line: number; column: number } | undefined {
  const [, line, column] = /^Error at (\d+):(\d+)/.exec(message) ?? []
  return line && column ? { line: Number(line), column: Number(column) } : undefined
}

export function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  const lines = text.split('\n')
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  return Math.min(text.length, before + column - 1)
}

const MAX_HISTORY = 20

/** Newest first, each query once. */
export const remember = (history: readonly string[], query: string): string[] =>
  [query, ...history.filter((each) => each !== query)].slice(0, MAX_HISTORY)
