// SAML identity providers can be turned off. Those that exist are on.
// Frozen: a migration never imports the current table declarations.
import { addColumn } from '../create.ts'
import { boolean } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0011-saml-off',
  async up(db, dialect) {
    await addColumn(db, dialect, 'saml_identity_provider', 'is_enabled', boolean(), true)
  },
}
