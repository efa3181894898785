// Secrets at rest, and an audit log that is sealed and says more about requests.
// Frozen: a migration never imports the current table declarations.
import { sql } from 'kysely'
import { addColumn, createIndex, createTable } from '../create.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0004-sealed',
  async up(db, dialect) {
    await createTable(
      db,
      dialect,
      table('secret_key', { id: integer(), sealed_check: text(), time_created: time() }, { primary: ['id'] }),
    )
    await createTable(
      db,
      dialect,
      table(
        'audit_checkpoint',
        {
          number: integer(),
          kind: text(),
          previous: integer().nullable(),
          time: time(),
          hash: text(),
          signature: text(),
          public_key: text(),
        },
        { primary: ['number'], index: [['kind', 'time']] },
      ),
    )
    await createTable(
      db,
      dialect,
      table(
        'audit_setting',
        {
          id: integer(),
          retention_days: integer().nullable(),
          syslog: json().nullable(),
          syslog_position: integer(),
          syslog_problem: text().nullable(),
          time_modified: time(),
        },
        { primary: ['id'] },
      ),
    )
    const columns = {
      user_agent: text().nullable(),
      request_uri: text().nullable(),
      auth_method: text().nullable(),
      credential_id: uuid().nullable(),
      time_completed: time().nullable(),
    }
    for (const [name, column] of Object.entries(columns)) await addColumn(db, dialect, 'event', name, column)
    await sql`drop index event_time_index`.execute(db)
    await createIndex(db, 'event', { name: 'event_time_seq_index', columns: ['time', 'seq'], unique: false })
  },
}
