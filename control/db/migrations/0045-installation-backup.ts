// Disks of running guests are copied for a backup of the installation.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { table, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const diskCopy = table(
  'disk_copy',
  { id: uuid(), backup_id: uuid(), instance_id: uuid(), disk_id: uuid(), time_expires: time() },
  { primary: ['id'], index: [['backup_id', 'instance_id'], ['time_expires']] },
)

export const migration: Migration = {
  name: '0045-installation-backup',
  up: (db, dialect) => createTable(db, dialect, diskCopy),
}
