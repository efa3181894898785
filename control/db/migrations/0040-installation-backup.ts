// Disks of running guests are copied for a backup of the installation, which can be stored at backup targets.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const diskCopy = table(
  'disk_copy',
  { id: uuid(), backup_id: uuid(), instance_id: uuid(), disk_id: uuid(), time_expires: time() },
  { primary: ['id'], index: [['backup_id', 'instance_id'], ['time_expires']] },
)

const repository = table(
  'installation_repository',
  { id: uuid(), target_id: uuid().references('backup_target', 'restrict'), key: text(), time_created: time() },
  { primary: ['id'], unique: [['target_id']] },
)

const backup = table(
  'installation_backup',
  {
    id: uuid(),
    repository_id: uuid().references('installation_repository', 'cascade'),
    tags: json(),
    size: integer(),
    time_created: time(),
    time_stored: time().nullable(),
  },
  { primary: ['id'], index: [['repository_id', 'time_created']] },
)

export const migration: Migration = {
  name: '0040-installation-backup',
  async up(db, dialect) {
    for (const made of [diskCopy, repository, backup]) await createTable(db, dialect, made)
  },
}
