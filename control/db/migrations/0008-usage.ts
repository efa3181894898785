// What projects use, and how use went over time: for the charts.
import { createTable } from '../create.ts'
import { integer, table, time, uuid } from '../define.ts'
import type { Migration } from '../migrate.ts'

const counts = { cpus: integer(), memory: integer(), storage: integer() }

const tables = [
  table(
    'project_usage',
    { project_id: uuid().references('project', 'cascade'), ...counts },
    { primary: ['project_id'] },
  ),
  table('usage_sample', { subject_id: uuid(), time: time(), ...counts }, { primary: ['subject_id', 'time'] }),
]

export const migration: Migration = {
  name: '0008-usage',
  async up(db, dialect) {
    for (const declared of tables) await createTable(db, dialect, declared)
  },
}
