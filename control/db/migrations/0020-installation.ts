// Which installation this is, so that several can share one libvirt or one OVN, and which of its machines another one has taken over.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { integer, text, time } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0020-installation',
  async up(db, dialect) {
    await addColumn(db, dialect, 'data_directory', 'epoch', integer().nullable())
    await addColumn(db, dialect, 'data_directory', 'path', text().nullable())
    await addColumn(db, dialect, 'instance', 'time_taken_over', time().nullable())
  },
}
