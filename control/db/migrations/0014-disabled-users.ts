// Users can be disabled, and sessions and access tokens know which identity provider they come from, so that they end with it.
// Frozen: a migration never imports the current table declarations.
import { sql } from 'kysely'
import { addColumn, createIndex, type UntypedDb } from '../create.ts'
import { time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const PROVIDERS = { oidc_provider_id: 'oidc_provider', saml_provider_id: 'saml_identity_provider' } as const
const NEW_COLUMNS = [
  ['session', 'saml_provider_id'],
  ['device_access_token', 'oidc_provider_id'],
  ['device_access_token', 'saml_provider_id'],
] as const

/** What users of a silo with a single provider have can only come from there. Tokens of service accounts can come from anywhere. */
async function fill(db: UntypedDb, table: string, column: keyof typeof PROVIDERS): Promise<void> {
  const provider = sql.table(PROVIDERS[column])
  const other = sql.table(column === 'oidc_provider_id' ? PROVIDERS.saml_provider_id : PROVIDERS.oidc_provider_id)
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = (
      select provider.id from ${provider} as provider
      inner join silo_user on silo_user.silo_id = provider.silo_id
      where silo_user.id = ${sql.table(table)}.silo_user_id
    )
    where silo_user_id in (
      select id from silo_user
      where silo_id in (select silo_id from ${provider} group by silo_id having count(*) = 1)
      and silo_id not in (select silo_id from ${other})
      and id not in (select id from service_account)
    )`.execute(db)
}

export const migration: Migration = {
  name: '0014-disabled-users',
  async up(db, dialect) {
    await addColumn(db, dialect, 'silo_user', 'time_disabled', time().nullable())
    for (const [table, column] of NEW_COLUMNS) {
      await addColumn(db, dialect, table, column, uuid().references(PROVIDERS[column], 'cascade').nullable())
      await createIndex(db, table, { name: `${table}_${column}_index`, columns: [column], unique: false })
      await fill(db, table, column)
    }
  },
}
