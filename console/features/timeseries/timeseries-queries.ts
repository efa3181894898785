// Queries over samples, and the catalogue of what is sampled.
import { ApiError } from '#contract/errors.ts'
import { errorsAllowed, query, type Query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'
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

export const systemQuery = (text: string) => query('system_timeseries_query', { body: { query: text } })

/** In a project, or over the whole fleet. */
export const explorerQuery = (project: string | undefined, text: string): Query<QueryResult> =>
  project === undefined ? systemQuery(text) : projectQuery(project, text)

export const systemSchemas = () => query('system_timeseries_schema_list', { query: { limit: LARGE_PAGE } })
/** Other hosts of the API do not serve it. */
export const projectSchemas = (project: string) => errorsAllowed('timeseries_schema_list', { query: { project } })
