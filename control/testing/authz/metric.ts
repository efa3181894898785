// Authorization test cases for metrics.
import type { metric as operations } from '#contract/metric.ts'
import { row, type Cases } from '../authz-row.ts'
import { inProject, onFleet } from '../authz-rules.ts'
import { inWeb, makeDisk } from './disk.ts'

const span = { start_time: '2025-03-03T09:00:00Z', end_time: '2025-03-03T10:00:00Z' }
const level = { path: { metric_name: 'cpus_provisioned' } }

export const metric: Cases<keyof typeof operations> = {
  silo_metric: row({
    rule: inProject('viewer'),
    call: (w) => ({ ...inWeb(w), ...level, query: { ...inWeb(w).query, ...span } }),
  }),
  system_metric: row({ rule: onFleet('viewer'), call: () => ({ ...level, query: span }) }),
  disk_metrics_list: row({
    rule: inProject('viewer'),
    make: makeDisk,
    call: (_w, { id }) => ({ path: { disk: id, metric: 'read' }, query: span, hidden: `disk with id "${id}"` }),
  }),
}
