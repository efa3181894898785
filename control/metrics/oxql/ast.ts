// A parsed query. Times and durations are milliseconds; offsets point into the query text.

export type Literal =
  | { kind: 'integer' | 'double' | 'duration' | 'timestamp'; value: number; offset: number }
  | { kind: 'string'; value: string; offset: number }
  | { kind: 'boolean'; value: boolean; offset: number }

export type CompareOperator = '==' | '!=' | '>' | '>=' | '<' | '<=' | '~='

export interface Comparison {
  kind: 'compare'
  identifier: string
  operator: CompareOperator
  literal: Literal
  offset: number
  /** The pattern of `~=`, once compiled. */
  pattern?: Pattern
}

export interface Pattern {
  /** Whether the pattern occurs anywhere in the text. */
  test(text: string): boolean
}

export type Expression =
  | Comparison
  | { kind: 'and' | 'or' | 'xor'; left: Expression; right: Expression }
  | { kind: 'not'; inner: Expression }

export type Reducer = 'mean' | 'sum'

export type Operation =
  | { kind: 'filter'; expression: Expression; offset: number }
  | { kind: 'align'; method: 'mean_within'; period: number; offset: number }
  | { kind: 'group_by'; fields: string[]; reducer: Reducer; offset: number }
  | { kind: 'join'; offset: number }
  | { kind: 'first' | 'last'; count: number; offset: number }

export interface Get {
  kind: 'get'
  name: string
  offset: number
}

export interface Query {
  source: Get | { kind: 'block'; queries: Query[]; offset: number }
  operations: Operation[]
}

export function comparisons(expression: Expression): Comparison[] {
  if (expression.kind === 'compare') return [expression]
  if (expression.kind === 'not') return comparisons(expression.inner)
  return [...comparisons(expression.left), ...comparisons(expression.right)]
}

/** Lists the comparisons of every filter, also in subqueries. */
export function comparisonsOf({ source, operations }: Query): Comparison[] {
  const inner = source.kind === 'block' ? source.queries.flatMap(comparisonsOf) : []
  return [...inner, ...operations.flatMap((each) => (each.kind === 'filter' ? comparisons(each.expression) : []))]
}
