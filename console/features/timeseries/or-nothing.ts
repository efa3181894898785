// Treats one kind of refused query as an empty result.
import { ApiError } from '#contract/errors.ts'
import type { Query } from '../../api.ts'
import type { QueryResult } from '../../chart/series.ts'

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
