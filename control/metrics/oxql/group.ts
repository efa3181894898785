// Combining timeseries: `group_by` folds those with equal fields into one, `join` puts their values side by side. Both get aligned
// timeseries, whose times are all a whole number of periods apart.
import type { Reducer } from './ast.ts'
import type { Budget } from './budget.ts'
import { pick, type FieldValue, type Series, type Table, type TableType, type Value } from './table.ts'

/** Equal exactly when the fields are. */
const keyOf = (fields: Readonly<Record<string, FieldValue>>, names: readonly string[]) =>
  JSON.stringify(names.map((name) => fields[name]?.value))
/** In steps. */
const KEY_STEPS = 20

function wholeKey({ fields }: Series): string {
  const names = Object.keys(fields).sort()
  return JSON.stringify(names) + keyOf(fields, names)
}

interface Group {
  fields: Record<string, FieldValue>
  members: Series[]
}

export async function groupTable(table: Table, type: TableType, reducer: Reducer, budget: Budget): Promise<Table> {
  const names = [...type.fields.keys()]
  const groups = new Map<string, Group>()
  await budget.inPortions(table.series.length, KEY_STEPS, (from, to) => {
    for (const member of table.series.slice(from, to)) {
      const key = keyOf(member.fields, names)
      const known = groups.get(key)
      if (known) known.members.push(member)
      else {
        const fields = Object.fromEntries(names.map((name) => [name, member.fields[name]!]))
        groups.set(key, { fields, members: [member] })
      }
    }
  })
  const series: Series[] = []
  for (const group of groups.values()) series.push(await reduce(group, type, reducer, budget))
  return { type, from: table.from, series }
}

async function reduce({ fields, members }: Group, type: TableType, reducer: Reducer, budget: Budget): Promise<Series> {
  const period = type.period!
  const filled = members.filter(({ times }) => times.length > 0)
  const first = filled.reduce((least, { times }) => Math.min(least, times[0]!), Infinity)
  const last = filled.reduce((most, { times }) => Math.max(most, times.at(-1)!), -Infinity)
  const length = filled.length === 0 ? 0 : Math.round((last - first) / period) + 1
  const slotOf = (time: number) => Math.round((time - first) / period)
  /** The time of each slot; NaN where no member has a point. */
  const slots = new Float64Array(length).fill(Number.NaN)
  const sums = type.dimensions.map(() => new Float64Array(length))
  const counts = type.dimensions.map(() => new Float64Array(length))
  for (const { times, values } of filled) {
    budget.spendPoints(times.length)
    await budget.inPortions(times.length, values.length, (from, to) => {
      for (let index = from; index < to; index++) {
        const slot = slotOf(times[index]!)
        slots[slot] = times[index]!
        for (const [dimension, column] of values.entries()) {
          const value = column[index]
          if (typeof value !== 'number') continue
          sums[dimension]![slot]! += value
          counts[dimension]![slot]! += 1
        }
      }
    })
  }
  const times: number[] = []
  const values: Value[][] = type.dimensions.map(() => [])
  await budget.inPortions(length, values.length, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      const time = slots[slot]!
      if (Number.isNaN(time)) continue
      times.push(time)
      for (const [dimension, column] of values.entries()) {
        const [sum, count] = [sums[dimension]![slot]!, counts[dimension]![slot]!]
        column.push(count === 0 ? null : reducer === 'sum' ? sum : sum / count)
      }
    }
  })
  return { fields, starts: undefined, times, weights: undefined, values }
}

export async function joinTables(tables: readonly Table[], type: TableType, budget: Budget): Promise<Table> {
  const [first, ...others] = tables as [Table, ...Table[]]
  const keyed: ReadonlyMap<string, Series>[] = []
  for (const table of others) keyed.push(await byKey(table, budget))
  const joined: Series[] = []
  for (const series of first.series) {
    budget.spendWork(KEY_STEPS)
    await budget.pause()
    const key = wholeKey(series)
    const matches = keyed.map((each) => each.get(key))
    if (matches.includes(undefined)) continue
    const result = await sideBySide([series, ...(matches as Series[])], budget)
    budget.spendPoints(result.times.length * result.values.length)
    if (result.times.length > 0) joined.push(result)
  }
  return { type, from: first.from, series: joined }
}

async function byKey({ series }: Table, budget: Budget): Promise<Map<string, Series>> {
  const keyed = new Map<string, Series>()
  await budget.inPortions(series.length, KEY_STEPS, (from, to) => {
    for (const each of series.slice(from, to)) keyed.set(wholeKey(each), each)
  })
  return keyed
}

/** Only the times that all of them have. */
async function sideBySide(all: readonly Series[], budget: Budget): Promise<Series> {
  const indexes: number[][] = all.map(() => [])
  const next = all.map(() => 0)
  const { times } = all[0]!
  await budget.inPortions(times.length, all.length, (from, to) => {
    for (let index = from; index < to; index++) {
      const time = times[index]!
      for (const [at, other] of all.entries()) while (other.times[next[at]!]! < time) next[at]!++
      if (all.some((other, at) => other.times[next[at]!] !== time)) continue
      for (const [at, own] of indexes.entries()) own.push(next[at]!)
    }
  })
  const picked: Series[] = []
  for (const [at, series] of all.entries()) picked.push(await pick(series, indexes[at]!, budget))
  return { ...picked[0]!, values: picked.flatMap(({ values }) => values) }
}
