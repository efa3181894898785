// Metric samples of machines and hardware.
// Frozen: a migration never imports the current table declarations.
import { integer, json, serial, table, text, time, uuid } from '../../define.ts'

export const metrics = [
  table(
    'metric_sample',
    { source_id: integer(), sampled_at: integer(), counting_since: integer(), packed: text() },
    { primary: ['source_id', 'sampled_at'] },
  ),
  table(
    'metric_sample_minute',
    { source_id: integer(), sampled_at: integer(), counting_since: integer(), packed: text() },
    { primary: ['source_id', 'sampled_at'] },
  ),
  table(
    'metric_sample_quarter',
    { source_id: integer(), sampled_at: integer(), counting_since: integer(), packed: text() },
    { primary: ['source_id', 'sampled_at'] },
  ),
  table(
    'metric_source',
    {
      id: serial(),
      target_name: text(),
      part: text(),
      source_key: text(),
      object_id: text(),
      instance_id: uuid().nullable(),
      project_id: uuid().nullable(),
      silo_id: uuid().nullable(),
      source_fields: json(),
      shape: json(),
      time_created: time(),
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
  ),
]
