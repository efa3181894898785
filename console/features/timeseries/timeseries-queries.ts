// Queries over samples, and the catalogue of what is sampled.
import { errorsAllowed, query, type Query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'
import type { QueryResult } from '../../chart/series.ts'

export const projectQuery = (project: string, text: string) =>
  query('timeseries_query', { query: { project }, body: { query: text } })

export const systemQuery = (text: string) => query('system_timeseries_query', { body: { query: text } })

/** In a project, or over the whole fleet. */
export const explorerQuery = (project: string | undefined, text: string): Query<QueryResult> =>
  project === undefined ? systemQuery(text) : projectQuery(project, text)

/** What the editor opens with: how busy the vCPUs of each instance are. */
export const STARTER_QUERY = [
  'get virtual_machine:vcpu_usage',
  'filter timestamp > @now() - 1h && state == "run"',
  'align mean_within(1m)',
  'group_by [instance_id], sum',
].join('\n  | ')

export const systemSchemas = () => query('system_timeseries_schema_list', { query: { limit: LARGE_PAGE } })
/** Other hosts of the API do not serve it. */
export const projectSchemas = (project: string) => errorsAllowed('timeseries_schema_list', { query: { project } })
