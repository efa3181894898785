// Hosts that operators add while the server runs, and what is set in the script that prepares them.
// Frozen: a migration never imports the current table declarations.
import { createTable } from '../create.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const host = table(
  'host',
  {
    id: uuid(),
    address: text(),
    port: integer(),
    login: text(),
    host_key: text(),
    fingerprint: text(),
    time_trusted: time().nullable(),
    checks: json<object[]>().nullable(),
    time_checked: time().nullable(),
    time_check_wanted: time().nullable(),
    sled_id: uuid().nullable(),
    serial: text().nullable(),
    trouble: text<'unreachable' | 'host_key_changed'>().nullable(),
    trouble_text: text().nullable(),
    time_trouble: time().nullable(),
    time_removed: time().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [{ columns: ['address', 'port'], where: 'time_removed is null' }],
    index: [['sled_id']],
  },
)

const host_setup = table(
  'host_setup',
  {
    id: integer(),
    sources: json<string[]>(),
    network_database: text().nullable(),
    time_modified: time(),
  },
  { primary: ['id'] },
)

export const migration: Migration = {
  name: '0034-hosts',
  async up(db, dialect) {
    await createTable(db, dialect, host)
    await createTable(db, dialect, host_setup)
  },
}
