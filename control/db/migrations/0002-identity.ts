// Certificates, failed logins, and the ways into the audit log.
// Frozen: describes the tables of its own day, and never imports today's declarations.
import { createIndex, createTable } from '../create.ts'
import { boolean, integer, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migrate.ts'

const tables = [
  table(
    'certificate',
    {
      id: uuid(),
      silo_id: uuid().references('silo', 'cascade'),
      name: text(),
      description: text(),
      service: text(),
      cert: text(),
      private_key: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['silo_id', 'name']], index: [['silo_id', 'id']] },
  ),
  table(
    'login_attempt',
    { key: text(), failures: integer(), time_allowed: time(), time_expires: time(), known: boolean() },
    { primary: ['key'], index: [['time_expires']] },
  ),
]

const auditIndexes = [
  { name: 'event_target_id_seq_index', columns: ['target_id', 'seq'], unique: false },
  { name: 'event_operation_seq_index', columns: ['operation', 'seq'], unique: false },
  { name: 'event_denied_index', columns: ['seq'], unique: false, where: 'status >= 400' },
]

export const migration: Migration = {
  name: '0002-identity',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
    for (const index of auditIndexes) await createIndex(db, 'event', index)
  },
}
