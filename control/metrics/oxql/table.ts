// The data between operations of a query: tables of timeseries, and their types, which are known before any read.
import type { Wire } from '#contract/api.ts'

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
export function pick(series: Series, indexes: readonly number[]): Series {
  const take = <T>(list: readonly T[]) => indexes.map((index) => list[index]!)
  return {
    fields: series.fields,
    starts: series.starts && take(series.starts),
    times: take(series.times),
    weights: series.weights && take(series.weights),
    values: series.values.map(take),
  }
}
