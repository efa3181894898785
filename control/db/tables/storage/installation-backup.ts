// Where backups of the installation are stored, and which. One repository at each target.
import { integer, json, table, text, time, uuid } from '../../define.ts'

export const installation_repository = table(
  'installation_repository',
  {
    id: uuid(),
    target_id: uuid().references('backup_target', 'restrict'),
    /** Sealed. */
    key: text(),
    time_created: time(),
  },
  { primary: ['id'], unique: [['target_id']] },
)

export const installation_backup = table(
  'installation_backup',
  {
    id: uuid(),
    repository_id: uuid().references('installation_repository', 'cascade'),
    /** Tags of everything that belongs to it there. */
    tags: json<string[]>(),
    size: integer(),
    time_created: time(),
    /** Null until it is complete. */
    time_stored: time().nullable(),
  },
  { primary: ['id'], index: [['repository_id', 'time_created']] },
)
