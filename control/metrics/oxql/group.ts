// Combining timeseries: `group_by` folds those with equal fields into one, `join` puts their values side by side.
import type { Reducer } from './ast.ts'
import type { Budget } from './budget.ts'
import { pick, type FieldValue, type Series, type Table, type TableType, type Value } from './table.ts'

/** Equal exactly when the fields are. */
const keyOf = (fields: Readonly<Record<string, FieldValue>>, names: readonly string[]) =>
  JSON.stringify(names.map((name) => fields[name]?.value))

function wholeKey({ fields }: Series): string {
  const names = Object.keys(fields).sort()
  return JSON.stringify(names) + keyOf(fields, names)
}

interface Sum {
  sum: number
  count: number
}

interface Group {
  fields: Record<string, FieldValue>
  /** By time, then by dimension. */
  sums: Map<number, Sum[]>
}

export async function groupTable(table: Table, type: TableType, reducer: Reducer, budget: Budget): Promise<Table> {
  const names = [...type.fields.keys()]
  const groups = new Map<string, Group>()
  for (const series of table.series) {
    const key = keyOf(series.fields, names)
    let group = groups.get(key)
    if (!group) {
      const fields = Object.fromEntries(names.map((name) => [name, series.fields[name]!]))
      groups.set(key, (group = { fields, sums: new Map() }))
    }
    add(group, series)
    budget.spendPoints(series.times.length)
    await budget.pause()
  }
  const { from } = table
  return { type, from, series: [...groups.values()].map((group) => reduce(group, type.dimensions.length, reducer)) }
}

function add({ sums }: Group, { times, values }: Series): void {
  for (const [index, time] of times.entries()) {
    let known = sums.get(time)
    if (!known) sums.set(time, (known = values.map(() => ({ sum: 0, count: 0 }))))
    for (const [dimension, column] of values.entries()) {
      const value = column[index]
      if (typeof value !== 'number') continue
      known[dimension]!.sum += value
      known[dimension]!.count++
    }
  }
}

function reduce({ fields, sums }: Group, dimensions: number, reducer: Reducer): Series {
  const points = [...sums].sort(([a], [b]) => a - b)
  const value = ({ sum, count }: Sum): Value => (count === 0 ? null : reducer === 'sum' ? sum : sum / count)
  return {
    fields,
    starts: undefined,
    times: points.map(([time]) => time),
    weights: undefined,
    values: Array.from({ length: dimensions }, (_, dimension) => points.map(([, each]) => value(each[dimension]!))),
  }
}

export async function joinTables(tables: readonly Table[], type: TableType, budget: Budget): Promise<Table> {
  const [first, ...others] = tables as [Table, ...Table[]]
  const keyed = others.map((table) => new Map(table.series.map((series) => [wholeKey(series), series])))
  const joined: Series[] = []
  for (const series of first.series) {
    const key = wholeKey(series)
    const matches = keyed.map((each) => each.get(key))
    if (matches.includes(undefined)) continue
    const all = [series, ...(matches as Series[])]
    const result = sideBySide(all)
    budget.spendPoints(result.times.length * result.values.length)
    if (result.times.length > 0) joined.push(result)
    await budget.pause()
  }
  return { type, from: first.from, series: joined }
}

/** Only the times that all of them have. */
function sideBySide(all: readonly Series[]): Series {
  const indexes = all.map(({ times }) => new Map(times.map((time, index) => [time, index])))
  const times = all[0]!.times.filter((time) => indexes.every((each) => each.has(time)))
  const picked = all.map((series, at) =>
    pick(
      series,
      times.map((time) => indexes[at]!.get(time)!),
    ),
  )
  return { ...picked[0]!, values: picked.flatMap(({ values }) => values) }
}
