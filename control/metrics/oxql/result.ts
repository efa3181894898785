// Converts tables to the API's format.
import type { Wire } from '#contract/api.ts'
import type { Budget } from './budget.ts'
import { limitError } from './error.ts'
import { MAX_RESULT_POINTS } from './limits.ts'
import type { Series, Table, TableType } from './table.ts'

/** Writing a time as text, in steps. */
const TIME_STEPS = 10

export async function resultOf(tables: readonly Table[], budget: Budget): Promise<Wire<'OxqlQueryResult'>> {
  const points = tables.flatMap(({ series }) => series.map(({ times, values }) => times.length * values.length))
  const total = points.reduce((sum, count) => sum + count, 0)
  if (total > MAX_RESULT_POINTS) throw limitError(`its result has more than ${MAX_RESULT_POINTS} points`)
  const wire: Wire<'Table'>[] = []
  for (const table of tables) wire.push(await wireTable(table, budget))
  return { tables: wire }
}

async function wireTable({ type, series }: Table, budget: Budget): Promise<Wire<'Table'>> {
  const timeseries: Record<string, Wire<'Timeseries'>> = {}
  for (const [index, each] of series.entries())
    timeseries[index + 1] = { fields: { ...each.fields }, points: await wirePoints(each, type, budget) }
  return { name: type.name, timeseries }
}

async function moments(times: readonly number[], budget: Budget): Promise<string[]> {
  const texts: string[] = []
  await budget.inPortions(times.length, TIME_STEPS, (from, to) => {
    for (let at = from; at < to; at++) texts.push(new Date(times[at]!).toISOString())
  })
  return texts
}

async function wirePoints(
  { starts, times, values }: Series,
  { dimensions }: TableType,
  budget: Budget,
): Promise<Wire<'Points'>> {
  return {
    start_times: starts ? await moments(starts, budget) : null,
    timestamps: await moments(times, budget),
    values: values.map((column, index) => {
      const { metric_type, type } = dimensions[index]!
      return { metric_type, values: { type, values: column } } as Wire<'Values'>
    }),
  }
}
