// Runs a checked query: reads what each `get` needs and passes the tables through the operations.
import type { Schema } from '../catalogue.ts'
import { alignTable } from './align.ts'
import type { Operation } from './ast.ts'
import type { Budget } from './budget.ts'
import type { CheckedQuery } from './check.ts'
import { applyFilter } from './filter.ts'
import { groupTable, joinTables } from './group.ts'
import { isEmpty, operationsOf, planRead, type ReadPlan } from './plan.ts'
import { slice, type Series, type Table, type TableType } from './table.ts'

/** Provides samples: at least what the plan asks for, with points ordered by time. */
export interface SampleSource {
  read(schema: Schema, plan: ReadPlan, budget: Budget): Promise<Series[]>
}

export interface Evaluation {
  source: SampleSource
  budget: Budget
  /** The last time that alignments give. */
  end: number
}

/** `following` are the operations after this query if it is part of another. */
export async function evaluate(
  query: CheckedQuery,
  evaluation: Evaluation,
  following: readonly Operation[] = [],
): Promise<Table[]> {
  const operations = operationsOf(query)
  let tables: Table[]
  if (query.source.kind === 'get') {
    const plan = planRead([...operations, ...following])
    const { schema, type } = query.source
    const series = isEmpty(plan) ? [] : await evaluation.source.read(schema, plan, evaluation.budget)
    tables = [{ type, from: -Infinity, series }]
  } else {
    tables = []
    for (const each of query.source.queries)
      tables.push(...(await evaluate(each, evaluation, [...operations, ...following])))
  }
  for (const { operation, types } of query.operations) tables = await run(operation, tables, types, evaluation)
  return tables
}

async function run(
  operation: Operation,
  tables: Table[],
  types: readonly TableType[],
  { budget, end }: Evaluation,
): Promise<Table[]> {
  const each = (work: (table: Table, type: TableType) => Promise<Table>) => inTurn(tables, types, work)
  switch (operation.kind) {
    case 'filter':
      return each((table) => applyFilter(table, operation.expression, budget))
    case 'align':
      return each((table, type) => alignTable(table, type, end, budget))
    case 'group_by':
      return each((table, type) => groupTable(table, type, operation.reducer, budget))
    case 'join':
      return [await joinTables(tables, types[0]!, budget)]
    default:
      return each(async (table) => ({ ...table, series: table.series.map((series) => limited(series, operation)) }))
  }
}

/** Sequentially, because they share the budget and limits must be deterministic. */
async function inTurn(
  tables: readonly Table[],
  types: readonly TableType[],
  work: (table: Table, type: TableType) => Promise<Table>,
): Promise<Table[]> {
  const done: Table[] = []
  for (const [index, table] of tables.entries()) done.push(await work(table, types[index]!))
  return done
}

function limited(series: Series, { kind, count }: { kind: 'first' | 'last'; count: number }): Series {
  const { length } = series.times
  if (length <= count) return series
  return kind === 'first' ? slice(series, 0, count) : slice(series, length - count, length)
}
