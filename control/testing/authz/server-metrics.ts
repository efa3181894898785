// Authorization test cases for server metrics.
import type { serverMetrics as operations } from '#contract/server-metrics.ts'
import { row, type Cases } from '../authz-row.ts'
import { onFleet } from '../authz-rules.ts'

export const serverMetrics: Cases<keyof typeof operations> = {
  server_metrics_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
}
