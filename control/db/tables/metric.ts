// Samples of machines and hardware. One row holds all counters of a disk, an interface or a machine at one moment; how they
// are packed is known to control/metrics/. Old rows are kept at a coarser resolution, then dropped.
import { integer, json, serial, table, text, time, uuid } from '../define.ts'

/** One row for each distinct set of field values. */
export const metric_source = table(
  'metric_source',
  {
    id: serial(),
    target_name: text(),
    /** A target whose metrics are not all sampled at the same pace has several parts. */
    part: text(),
    /** The fields as one text, to find the source again. */
    source_key: text(),
    /** What is measured: an instance, a disk, an interface or a component. */
    object_id: text(),
    instance_id: uuid().nullable(),
    project_id: uuid().nullable(),
    silo_id: uuid().nullable(),
    source_fields: json<Record<string, string | number>>(),
    /** What the layout of its rows depends on, such as the number of vCPUs. */
    shape: json<object>(),
    time_created: time(),
    /** Milliseconds of the epoch, and up to a quarter of an hour behind while it is being sampled. */
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

/** Times are milliseconds of the epoch. No reference to the source: rows go by age, whole partitions at a time. */
const columns = { source_id: integer(), sampled_at: integer(), counting_since: integer(), packed: text() }

/** As sampled. */
export const metric_sample = table('metric_sample', columns, { primary: ['source_id', 'sampled_at'] })
/** One a minute. */
export const metric_sample_minute = table('metric_sample_minute', columns, { primary: ['source_id', 'sampled_at'] })
/** One a quarter of an hour. */
export const metric_sample_quarter = table('metric_sample_quarter', columns, { primary: ['source_id', 'sampled_at'] })
