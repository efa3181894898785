// Metrics over time of a silo, the fleet or a disk.
import { z } from 'zod'
import { Measurement } from './datum.ts'
import { PaginationOrder, inProject, list, moment, unsorted, type Operations } from './define.ts'
import { NameOrId } from './values.ts'

export const DiskMetricName = z.enum(['activated', 'flush', 'read', 'read_bytes', 'write', 'write_bytes'])
export const SystemMetricName = z.enum(['virtual_disk_space_provisioned', 'cpus_provisioned', 'ram_provisioned'])

const span = { start_time: moment, end_time: moment }
const order = PaginationOrder.default('ascending')

export const metric = {
  disk_metrics_list: list(Measurement, unsorted, {
    path: { disk: NameOrId, metric: DiskMetricName },
    first: span,
    every: inProject,
    query: { order },
  }),
  silo_metric: list(Measurement, unsorted, {
    path: { metric_name: SystemMetricName },
    first: span,
    every: inProject,
    query: { order },
  }),
  system_metric: list(Measurement, unsorted, {
    path: { metric_name: SystemMetricName },
    first: span,
    every: { silo: NameOrId.optional() },
    query: { order },
  }),
} satisfies Operations<'metric'>
