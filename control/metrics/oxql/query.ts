// Runs a query from text to result.
import type { Wire } from '#contract/api.ts'
import { invalidRequest } from '../../frame/errors.ts'
import type { Budget } from './budget.ts'
import { check } from './check.ts'
import { evaluate, type SampleSource } from './evaluate.ts'
import { MAX_QUERY_LENGTH } from './limits.ts'
import { parse } from './parse.ts'
import { compilePatterns } from './pattern.ts'
import { endOf } from './plan.ts'
import { resultOf } from './result.ts'

export interface QueryOptions {
  source: SampleSource
  budget: Budget
  now: number
  /** Refuse timeseries that do not belong to a project. The source must restrict itself to that project. */
  projectOnly: boolean
}

export async function runQuery(text: string, options: QueryOptions): Promise<Wire<'OxqlQueryResult'>> {
  if (text.length > MAX_QUERY_LENGTH) throw invalidRequest(`The query is longer than ${MAX_QUERY_LENGTH} characters`)
  const { source, budget, now } = options
  const query = parse(text, now)
  compilePatterns(query)
  const checked = check(query, options)
  return resultOf(await evaluate(checked, { source, budget, end: endOf(query, now) }), budget)
}
