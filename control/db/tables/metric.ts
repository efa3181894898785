// Metric samples of machines and hardware. One row holds all counters of a disk, an interface or a machine at one moment, packed
// by control/metrics/. Old rows are downsampled, then dropped.
import { integer, json, serial, table, text, time, uuid } from '../define.ts'

/** One row per distinct set of field values. */
export const metric_source = table(
  'metric_source',
  {
    id: serial(),
    target_name: text(),
    /** A target whose metrics have different sampling intervals has several parts. */
    part: text(),
    /** The fields as one text, for lookup. */
    source_key: text(),
    /** The measured instance, disk, interface or component. */
    object_id: text(),
    instance_id: uuid().nullable(),
    project_id: uuid().nullable(),
    silo_id: uuid().nullable(),
    source_fields: json<Record<string, string | number>>(),
    /** Determines the layout of its rows, such as the number of vCPUs. */
    shape: json<object>(),
    time_created: time(),
    /** Milliseconds since the epoch; up to 15 minutes behind while sampling is active. */
    last_sampled: integer(),
  },
  {
    primary: ['id'],
    unique: [['target_name', 'part', 'source_key']],
    index: [
      ['target_name', 'part', 'project_id', 'id'],
      ['target_name', 'part', 'object_id'],
      ['target_name', 'part', 'instance_id'],
      ['last_sampled', 'id'],
    ],
  },
)

/** Times are milliseconds since the epoch. No reference to the source, because old rows are dropped by whole partitions. */
const columns = { source_id: integer(), sampled_at: integer(), counting_since: integer(), packed: text() }

/** Full resolution. */
export const metric_sample = table('metric_sample', columns, { primary: ['source_id', 'sampled_at'] })
/** One sample per minute. */
export const metric_sample_minute = table('metric_sample_minute', columns, { primary: ['source_id', 'sampled_at'] })
/** One sample per 15 minutes. */
export const metric_sample_quarter = table('metric_sample_quarter', columns, { primary: ['source_id', 'sampled_at'] })
