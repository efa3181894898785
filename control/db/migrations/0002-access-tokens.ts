// Names, scopes and expiry of access tokens, where sessions were opened, and service accounts.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createIndex, createTable } from '../create.ts'
import { boolean, integer, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const service_account = table(
  'service_account',
  {
    id: uuid().references('silo_user', 'cascade'),
    silo_id: uuid().references('silo', 'cascade'),
    description: text(),
  },
  { primary: ['id'], index: [['silo_id', 'id']] },
)

export const migration: Migration = {
  name: '0002-access-tokens',
  async up(db, dialect) {
    const token = 'device_access_token'
    await addColumn(db, dialect, token, 'name', text(), '')
    await addColumn(db, dialect, token, 'time_expires', time().nullable())
    await addColumn(db, dialect, token, 'time_last_used', time().nullable())
    await addColumn(db, dialect, token, 'read_only', boolean(), false)
    await addColumn(db, dialect, token, 'project_id', uuid().references('project', 'cascade').nullable())
    await addColumn(db, dialect, token, 'role', text().nullable())
    for (const columns of [['project_id'], ['time_expires']])
      await createIndex(db, token, { name: `${token}_${columns[0]}_index`, columns, unique: false })
    await addColumn(db, dialect, 'device_auth_request', 'name', text().nullable())
    await addColumn(db, dialect, 'device_auth_request', 'ttl_seconds', integer().nullable())
    await addColumn(db, dialect, 'session', 'address', text().nullable())
    await addColumn(db, dialect, 'session', 'user_agent', text().nullable())
    await addColumn(db, dialect, 'silo', 'device_token_max_ttl_seconds', integer().nullable())
    await createTable(db, dialect, service_account)
  },
}
