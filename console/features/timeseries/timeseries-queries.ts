// Queries over samples, in a project.
import { ApiError } from '#contract/errors.ts'
import { query, type Query } from '../../api.ts'
import type { QueryResult } from './series.ts'

export const projectQuery = (project: string, text: string) =>
  query('timeseries_query', { query: { project }, body: { query: text } })

/** Some hosts refuse to group when there is nothing to group. That means no data, not a mistake. */
const isEmptyGroup = (error: unknown) =>
  error instanceof ApiError && /inputs? (tables )?to (a )?.?group_by.? must be aligned/i.test(error.message)

const EMPTY: QueryResult = { tables: [] }

export function orNothing(asked: Query<QueryResult>): Query<QueryResult> {
  return {
    ...asked,
    fetch: async (signal) => {
      try {
        return await asked.fetch(signal)
      } catch (error) {
        if (isEmptyGroup(error)) return EMPTY
        throw error
      }
    },
  }
}
