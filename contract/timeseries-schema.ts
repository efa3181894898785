// The timeseries that a project can query. An addition of ours: the API lists them for fleet viewers only.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { TimeseriesSchema } from './timeseries.ts'
import { NameOrId } from './values.ts'

export const ProjectTimeseriesSchemas = z.object({ items: z.array(TimeseriesSchema) })

export const timeseriesSchema = {
  timeseries_schema_list: { query: { project: NameOrId }, status: 200, answer: ProjectTimeseriesSchemas },
} satisfies Operations<'timeseries_schema'>
