// Converts tables to the API's format.
import type { Wire } from '#contract/api.ts'
import { limitError } from './error.ts'
import { MAX_RESULT_POINTS } from './limits.ts'
import type { Series, Table, TableType } from './table.ts'

export function resultOf(tables: readonly Table[]): Wire<'OxqlQueryResult'> {
  const points = tables.flatMap(({ series }) => series.map(({ times, values }) => times.length * values.length))
  const total = points.reduce((sum, count) => sum + count, 0)
  if (total > MAX_RESULT_POINTS) throw limitError(`its result has more than ${MAX_RESULT_POINTS} points`)
  return { tables: tables.map(wireTable) }
}

function wireTable({ type, series }: Table): Wire<'Table'> {
  const entries = series.map((each, index): [string, Wire<'Timeseries'>] => [
    String(index + 1),
    { fields: { ...each.fields }, points: wirePoints(each, type) },
  ])
  return { name: type.name, timeseries: Object.fromEntries(entries) }
}

const moment = (time: number) => new Date(time).toISOString()

function wirePoints({ starts, times, values }: Series, { dimensions }: TableType): Wire<'Points'> {
  return {
    start_times: starts?.map(moment) ?? null,
    timestamps: times.map(moment),
    values: values.map((column, index) => {
      const { metric_type, type } = dimensions[index]!
      return { metric_type, values: { type, values: column } } as Wire<'Values'>
    }),
  }
}
