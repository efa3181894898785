// Authorization test cases for timeseries.
import type { timeseriesSchema as projectOperations } from '#contract/timeseries-schema.ts'
import type { timeseries as operations } from '#contract/timeseries.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject, onFleet } from '../authz-rules.ts'
import { inWeb } from './disk.ts'

const body = { query: 'get virtual_machine:vcpu_usage | filter timestamp > @now() - 5m' }

export const timeseries: Cases<keyof typeof operations> = {
  timeseries_query: row({ rule: inProject('viewer'), call: (w) => ({ ...inWeb(w), body }) }),
  system_timeseries_query: row({ rule: onFleet('viewer'), call: () => ({ body }) }),
  system_timeseries_schema_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
}

export const timeseriesSchema: Cases<keyof typeof projectOperations> = {
  timeseries_schema_list: row({ rule: inProject('viewer'), call: inWeb }),
}
