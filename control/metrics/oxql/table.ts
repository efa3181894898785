// The data between operations of a query: tables of timeseries, and their types, which are known before any read.
import type { Wire } from '#contract/api.ts'
import type { Budget } from './budget.ts'

export type FieldType = Wire<'FieldType'>
export type FieldValue = Wire<'FieldValue'>
export type Distribution = Wire<'Distributionint64'>
export type Value = number | Distribution | null

/** One of the values that each point has. Several after a join. */
export interface DimensionType {
  metric_type: 'gauge' | 'delta'
  type: 'integer' | 'double' | 'integer_distribution'
}

export interface TableType {
  name: string
  fields: ReadonlyMap<string, FieldType>
  dimensions: readonly DimensionType[]
  /** The period that the points are aligned to, in milliseconds. */
  period: number | undefined
}

export interface Series {
  fields: Readonly<Record<string, FieldValue>>
  /** Where each interval starts; only deltas have intervals. */
  starts: number[] | undefined
  times: number[]
  /** How many samples each point represents; 1 if absent. Older points are downsampled. */
  weights: number[] | undefined
  /** By dimension, then by point. */
  values: Value[][]
}

export interface Table {
  type: TableType
  /** The filters so far exclude earlier points, in milliseconds. */
  from: number
  series: Series[]
}

/** The points at these indexes. */
export async function pick(series: Series, indexes: readonly number[], budget: Budget): Promise<Series> {
  async function take<T>(list: readonly T[]): Promise<T[]> {
    const taken: T[] = []
    await budget.inPortions(indexes.length, 1, (from, to) => {
      for (let at = from; at < to; at++) taken.push(list[indexes[at]!]!)
    })
    return taken
  }
  const values: Value[][] = []
  for (const column of series.values) values.push(await take(column))
  return {
    fields: series.fields,
    starts: series.starts && (await take(series.starts)),
    times: await take(series.times),
    weights: series.weights && (await take(series.weights)),
    values,
  }
}

/** The points from one index up to another. */
export const slice = (series: Series, from: number, to: number): Series => ({
  fields: series.fields,
  starts: series.starts?.slice(from, to),
  times: series.times.slice(from, to),
  weights: series.weights?.slice(from, to),
  values: series.values.map((column) => column.slice(from, to)),
})
