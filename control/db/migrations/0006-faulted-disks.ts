// An index of the faulted disks, which are few among many.
// Frozen: a migration never imports the current table declarations.
import { createIndex } from '../create.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0006-faulted-disks',
  up: (db) =>
    createIndex(db, 'disk', {
      columns: ['id'],
      unique: false,
      where: "disk_state = 'faulted'",
      name: 'disk_faulted_index',
    }),
}
