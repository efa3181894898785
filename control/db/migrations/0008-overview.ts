// Indexes for what the overview counts, and for the activity of a project or silo.
// Frozen: a migration never imports the current table declarations.
import { createIndex } from '../create.ts'
import type { Migration } from '../migration.ts'

const index = (table: string, columns: string[]) => ({
  columns,
  unique: false,
  name: `${table}_${columns.join('_')}_index`,
})

export const migration: Migration = {
  name: '0008-overview',
  async up(db) {
    await createIndex(db, 'instance', index('instance', ['silo_id', 'run_state', 'project_id']))
    await createIndex(db, 'event', index('event', ['project_id', 'seq']))
    await createIndex(db, 'event', {
      columns: ['silo_id', 'seq'],
      unique: false,
      where: 'project_id is null',
      name: 'event_silo_level_index',
    })
  },
}
