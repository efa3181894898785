// OpenID Connect identity providers, and which of them opened a session.
// Frozen: a migration never imports the current table declarations.
import { addColumn, createIndex, createTable } from '../create.ts'
import { boolean, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const tables = [
  table(
    'oidc_provider',
    {
      id: uuid(),
      silo_id: uuid().references('silo', 'cascade'),
      name: text(),
      description: text(),
      issuer: text(),
      client_id: text(),
      client_secret: text().nullable(),
      redirect_uri: text(),
      scopes: text(),
      name_claim: text(),
      groups_claim: text().nullable(),
      is_enabled: boolean(),
      request_key: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['silo_id', 'name']], index: [['silo_id', 'id']] },
  ),
  table(
    'oidc_login',
    { oidc_provider_id: uuid().references('oidc_provider', 'cascade'), login_id: text(), time_expires: time() },
    { primary: ['oidc_provider_id', 'login_id'], index: [['time_expires']] },
  ),
]

export const migration: Migration = {
  name: '0008-oidc',
  async up(db, dialect) {
    for (const each of tables) await createTable(db, dialect, each)
    const column = 'oidc_provider_id'
    await addColumn(db, dialect, 'session', column, uuid().references('oidc_provider', 'cascade').nullable())
    await addColumn(db, dialect, 'session', 'id_token', text().nullable())
    await createIndex(db, 'session', { name: `session_${column}_index`, columns: [column], unique: false })
  },
}
