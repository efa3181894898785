// Timeseries queries, and the list of timeseries schemas.
import type { timeseriesSchema as projectOperations } from '#contract/timeseries-schema.ts'
import type { timeseries as operations } from '#contract/timeseries.ts'
import type { Ctx, Handlers } from '../frame/context.ts'
import { findProject } from '../frame/lookup.ts'
import { pageOf } from '../frame/page.ts'
import { assertFleet } from '../frame/fleet.ts'
import { schemas, type Schema } from './catalogue.ts'
import type { Scope } from './samples.ts'

/** The catalogue is built in; this is the date of its first version. */
const CREATED = '2025-03-01T00:00:00.000Z'

async function query({ host }: Ctx, text: string, scope: Scope | undefined) {
  // loaded on first use, because the engine for patterns is as large as the rest of metrics together
  const { answerQuery } = await import('./answer-query.ts')
  return answerQuery(host, text, scope)
}

export const timeseries = {
  async timeseries_query(ctx, { query: { project }, body }) {
    const { id, silo_id } = await findProject(ctx, project, 'read')
    return query(ctx, body.query, { project_id: id, silo_id })
  },

  async system_timeseries_query(ctx, { body }) {
    assertFleet(ctx, 'viewer')
    return query(ctx, body.query, undefined)
  },

  async system_timeseries_schema_list(ctx, { query }) {
    assertFleet(ctx, 'viewer')
    const { items, next_page } = pageOf(query, [...schemas], ({ name }) => name)
    return { next_page, items: items.map(schemaAnswer) }
  },
} satisfies Handlers<keyof typeof operations>

export const timeseriesSchema = {
  async timeseries_schema_list(ctx, { query: { project } }) {
    await findProject(ctx, project, 'read')
    return { items: schemas.filter(({ scope }) => scope === 'project').map(schemaAnswer) }
  },
} satisfies Handlers<keyof typeof projectOperations>

const schemaAnswer = ({ name, description, fields, datum_type, units, scope }: Schema) => ({
  timeseries_name: name,
  description,
  field_schema: fields.map(({ type, ...field }) => ({ ...field, field_type: type })),
  datum_type,
  version: 1,
  authz_scope: scope,
  units,
  created: CREATED,
})
