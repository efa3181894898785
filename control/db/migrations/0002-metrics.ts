// Metric samples of machines and hardware.
import { createTable } from '../create.ts'
import { integer, json, serial, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const source = table(
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
)

const samples = ['metric_sample', 'metric_sample_minute', 'metric_sample_quarter'].map((name) =>
  table(
    name,
    { source_id: integer(), sampled_at: integer(), counting_since: integer(), packed: text() },
    { primary: ['source_id', 'sampled_at'] },
  ),
)

export const migration: Migration = {
  name: '0002-metrics',
  async up(db, dialect) {
    await createTable(db, dialect, source)
    for (const declared of samples) await createTable(db, dialect, declared, { partitionBy: 'sampled_at' })
  },
}
