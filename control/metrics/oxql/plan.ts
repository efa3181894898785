// What a `get` has to read: the filters on its rows as bounds that SQL can use. Bounds may include too much but never too little,
// because the filters still run.
import type { Comparison, Expression, Operation, Query } from './ast.ts'
import type { CheckedQuery } from './check.ts'

interface TimeRange {
  /** Both inclusive, in milliseconds. */
  from: number
  to: number
}

export interface Bounds extends TimeRange {
  /** Fields that can only have one of these values. */
  fields: ReadonlyMap<string, ReadonlySet<string | number | boolean>>
}

export interface ReadPlan extends Bounds {
  filters: readonly Expression[]
  /** Set when an alignment follows: then coarser samples are enough. */
  period: number | undefined
  /**
   * Set when only the first or last points are needed. The bounds are then exact except for points right on them, so reading this
   * many points plus two is enough.
   */
  limit: { kind: 'first' | 'last'; count: number } | undefined
}

const ANY: Bounds = { from: -Infinity, to: Infinity, fields: new Map() }

/** `operations` are all operations on the rows, in order. */
export function planRead(operations: readonly Operation[]): ReadPlan {
  const filters: Expression[] = []
  for (const operation of operations) {
    if (operation.kind !== 'filter') break
    filters.push(operation.expression)
  }
  const next = operations[filters.length]
  const bounds = filters.map((each) => boundsOf(each, false)).reduce(intersect, ANY)
  const isLimit = next?.kind === 'first' || next?.kind === 'last'
  return {
    ...bounds,
    filters,
    period: next?.kind === 'align' ? next.period : undefined,
    limit: isLimit && filters.every(isPushedWhole) ? next : undefined,
  }
}

/** The start of the time range after a filter. */
export const startAfter = (from: number, expression: Expression): number =>
  Math.max(from, boundsOf(expression, false).from)

/** Aligned times count back from here: the latest upper bound on `timestamp` in any filter. Tables must share it to be joined. */
export function endOf(query: Query, now: number): number {
  const latest = latestBound(query)
  return Number.isFinite(latest) ? latest : now
}

function latestBound({ source, operations }: Query): number {
  const inner = source.kind === 'block' ? source.queries.map(latestBound) : []
  const own = operations.map((each) => (each.kind === 'filter' ? latestUpper(each.expression, false) : -Infinity))
  return Math.max(...inner, ...own, -Infinity)
}

function latestUpper(expression: Expression, isNegated: boolean): number {
  if (expression.kind === 'not') return latestUpper(expression.inner, !isNegated)
  if (expression.kind !== 'compare')
    return Math.max(latestUpper(expression.left, isNegated), latestUpper(expression.right, isNegated))
  const { to } = boundsOfComparison(expression, isNegated)
  return Number.isFinite(to) ? to : -Infinity
}

export const operationsOf = (query: CheckedQuery): Operation[] => query.operations.map(({ operation }) => operation)

function boundsOf(expression: Expression, isNegated: boolean): Bounds {
  switch (expression.kind) {
    case 'compare':
      return boundsOfComparison(expression, isNegated)
    case 'not':
      return boundsOf(expression.inner, !isNegated)
    case 'xor':
      return ANY
    default: {
      const left = boundsOf(expression.left, isNegated)
      const right = boundsOf(expression.right, isNegated)
      // not (a and b) is (not a) or (not b)
      return (expression.kind === 'and') === isNegated ? unite(left, right) : intersect(left, right)
    }
  }
}

const OPPOSITE = { '==': '!=', '!=': '==', '>': '<=', '>=': '<', '<': '>=', '<=': '>', '~=': undefined } as const

function boundsOfComparison({ identifier, operator, literal }: Comparison, isNegated: boolean): Bounds {
  const effective = isNegated ? OPPOSITE[operator] : operator
  if (identifier === 'timestamp') {
    const at = literal.value as number
    if (effective === '>' || effective === '>=') return { ...ANY, from: at }
    if (effective === '<' || effective === '<=') return { ...ANY, to: at }
    return effective === '==' ? { ...ANY, from: at, to: at } : ANY
  }
  if (effective !== '==' || identifier === 'datum' || identifier === 'start_time') return ANY
  return { ...ANY, fields: new Map([[identifier, new Set([literal.value])]]) }
}

function intersect(a: Bounds, b: Bounds): Bounds {
  const fields = new Map(a.fields)
  for (const [name, values] of b.fields) {
    const known = fields.get(name)
    fields.set(name, known ? new Set([...known].filter((value) => values.has(value))) : values)
  }
  return { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to), fields }
}

function unite(a: Bounds, b: Bounds): Bounds {
  if (isEmpty(a)) return b
  if (isEmpty(b)) return a
  const both = [...a.fields].filter(([name]) => b.fields.has(name))
  const fields = new Map(both.map(([name, values]) => [name, new Set([...values, ...b.fields.get(name)!])]))
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to), fields }
}

export const isEmpty = ({ from, to, fields }: Bounds): boolean =>
  from > to || [...fields.values()].some((values) => values.size === 0)

/** Whether fields and time bounds alone decide the filter. */
function isPushedWhole(expression: Expression): boolean {
  if (expression.kind === 'compare') {
    const { identifier, operator } = expression
    if (identifier === 'datum' || identifier === 'start_time') return false
    return identifier !== 'timestamp' || operator !== '!='
  }
  if (expression.kind === 'and') return isPushedWhole(expression.left) && isPushedWhole(expression.right)
  return !mentionsPoints(expression)
}

function mentionsPoints(expression: Expression): boolean {
  if (expression.kind === 'compare') return ['timestamp', 'datum', 'start_time'].includes(expression.identifier)
  if (expression.kind === 'not') return mentionsPoints(expression.inner)
  return mentionsPoints(expression.left) || mentionsPoints(expression.right)
}
