// The data of a metric chart: its query, and the result as sums over the range.
import type { Query } from '../../api.ts'
import type { Range } from '../../util/range.ts'
import { oxqlText, periodSeconds, type MetricQuery } from './oxql-queries.ts'
import { seriesOf, since, sumOf, withGaps, type QueryResult, type Sum } from '../../chart/series.ts'
import { explorerQuery } from './timeseries-queries.ts'
import { orNothing } from './or-nothing.ts'

export interface Measured {
  /** the requested range: while new data loads, the old data is drawn over its own range */
  range: Range
  /** by the value of the split field; otherwise one, under the empty text */
  sums: ReadonlyMap<string, Sum>
  /** distinct values of the counted field, e.g. how many vCPUs there are */
  counted: number
}

interface MeasureOptions {
  query: MetricQuery
  /** a sum for each value of this field, instead of one for everything */
  split?: string
  /** camelCase, like the answer */
  count?: string
}

export function measuredOf(result: QueryResult, { query, split, count }: MeasureOptions): Measured {
  const { range } = query
  const all = seriesOf(result)
  const valueIn = (field: string | undefined, { fields }: (typeof all)[number]) =>
    field === undefined ? '' : String(fields[field]?.value ?? '')
  const values = new Set(all.map((series) => valueIn(split, series)))
  const sums = [...values].map((value): [string, Sum] => {
    const sum = sumOf(all.filter((series) => valueIn(split, series) === value))
    return [value, withGaps(since(sum, range.start.getTime()), periodSeconds(range) * 1000)]
  })
  return { range, sums: new Map(sums), counted: new Set(all.map((series) => valueIn(count, series))).size }
}

/** In a project, or over the whole fleet. */
export function measured(project: string | undefined, options: MeasureOptions): Query<Measured> {
  const asked = orNothing(explorerQuery(project, oxqlText(options.query)))
  return {
    key: [asked.key[0], { measured: asked.key[1], split: options.split, count: options.count }],
    fetch: async (signal) => measuredOf(await asked.fetch(signal), options),
  }
}
