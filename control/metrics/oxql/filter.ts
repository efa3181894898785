// Applies a filter. Conditions on fields are decided once per timeseries, the rest per point.
import { comparisons, type Comparison, type Expression, type Pattern } from './ast.ts'
import type { Budget } from './budget.ts'
import { startAfter } from './plan.ts'
import { pick, type FieldValue, type Series, type Table } from './table.ts'

type Decide = (index: number) => boolean
/** Decided for the whole series, or left to each point. */
type Verdict = boolean | Decide

export type FieldFilter = (fields: Readonly<Record<string, FieldValue>>) => Verdict

const POINT_IDENTIFIERS = new Set(['timestamp', 'start_time', 'datum'])
export const isPointIdentifier = (name: string) => POINT_IDENTIFIERS.has(name)

const MAX_REMEMBERED_MATCHES = 10_000

type Compiled = (series: Pick<Series, 'fields'> & Partial<Series>) => Verdict

/** The expression as a function. */
export function compileFilter(expression: Expression): Compiled {
  if (expression.kind === 'compare') return compileComparison(expression)
  if (expression.kind === 'not') {
    const inner = compileFilter(expression.inner)
    return (series) => negate(inner(series))
  }
  const left = compileFilter(expression.left)
  const right = compileFilter(expression.right)
  const combine = { and, or, xor }[expression.kind]
  return (series) => combine(left(series), right(series))
}

/** False when no point of a series with these fields can pass, so that it need not be read. */
export const canPass = (filter: Compiled, fields: Series['fields']): boolean => filter({ fields }) !== false

export async function applyFilter(table: Table, expression: Expression, budget: Budget): Promise<Table> {
  const filter = compileFilter(expression)
  const steps = comparisons(expression).length
  const series: Series[] = []
  for (const each of table.series) {
    const verdict = filter(each)
    budget.spendWork(steps)
    await budget.pause()
    if (verdict === false) continue
    const kept = verdict === true ? each : await pick(each, await indexesWhere(each, verdict, steps, budget), budget)
    if (kept.times.length > 0) series.push(kept)
  }
  return { type: table.type, from: startAfter(table.from, expression), series }
}

async function indexesWhere({ times }: Series, decide: Decide, steps: number, budget: Budget): Promise<number[]> {
  const indexes: number[] = []
  await budget.inPortions(times.length, steps, (from, to) => {
    for (let index = from; index < to; index++) if (decide(index)) indexes.push(index)
  })
  return indexes
}

function compileComparison(comparison: Comparison): Compiled {
  const { identifier, literal } = comparison
  const compare = comparer(comparison)
  const pointValues = (series: Partial<Series>): readonly unknown[] => {
    if (identifier === 'timestamp') return series.times ?? []
    return (identifier === 'start_time' ? series.starts : series.values?.[0]) ?? []
  }
  if (isPointIdentifier(identifier)) {
    return (series) => {
      const values = pointValues(series)
      // a point without a value is neither equal nor unequal to anything
      return (index) => values[index] !== null && values[index] !== undefined && compare(values[index])
    }
  }
  const wanted = typeof literal.value === 'string' ? literal.value : undefined
  return ({ fields }) => {
    const field = fields[identifier]
    if (!field) return false
    // ids and addresses are case-insensitive
    const isCaseless = (field.type === 'uuid' || field.type === 'ip_addr') && wanted !== undefined
    return compare(isCaseless ? String(field.value).toLowerCase() : field.value)
  }
}

function comparer({ operator, literal, pattern }: Comparison): (value: unknown) => boolean {
  const wanted = literal.value
  switch (operator) {
    case '==':
      return (value) => value === wanted
    case '!=':
      return (value) => value !== wanted
    case '>':
      return (value) => (value as number) > (wanted as number)
    case '>=':
      return (value) => (value as number) >= (wanted as number)
    case '<':
      return (value) => (value as number) < (wanted as number)
    case '<=':
      return (value) => (value as number) <= (wanted as number)
    case '~=':
      return matcher(pattern!)
  }
}

/** Cached, because a field has few distinct values across many timeseries. */
function matcher(pattern: Pattern): (value: unknown) => boolean {
  const known = new Map<unknown, boolean>()
  return (value) => {
    const before = known.get(value)
    if (before !== undefined) return before
    const matches = pattern.test(String(value))
    if (known.size < MAX_REMEMBERED_MATCHES) known.set(value, matches)
    return matches
  }
}

const negate = (verdict: Verdict): Verdict => (typeof verdict === 'boolean' ? !verdict : (index) => !verdict(index))

function and(left: Verdict, right: Verdict): Verdict {
  if (left === false || right === false) return false
  if (left === true) return right
  if (right === true) return left
  return (index) => left(index) && right(index)
}

const or = (left: Verdict, right: Verdict): Verdict => negate(and(negate(left), negate(right)))

function xor(left: Verdict, right: Verdict): Verdict {
  if (typeof left === 'boolean') return left ? negate(right) : right
  if (typeof right === 'boolean') return right ? negate(left) : left
  return (index) => left(index) !== right(index)
}
