// OpenID Connect providers that name users by their e-mail address must say that it is verified. Those that exist need not, until
// somebody saves them: an upgrade must not lock out everyone.
// Frozen: a migration never imports the current table declarations.
import { sql } from 'kysely'
import { addColumn } from '../create.ts'
import { boolean } from '../define.ts'
import type { Migration } from '../migration.ts'

export const migration: Migration = {
  name: '0015-verified-email',
  async up(db, dialect) {
    await addColumn(db, dialect, 'oidc_provider', 'accepts_missing_email_verified', boolean(), false)
    const isTrue = sql.lit(dialect === 'sqlite' ? 1 : true)
    await sql`update oidc_provider set accepts_missing_email_verified = ${isTrue} where name_claim = 'email'`.execute(
      db,
    )
  },
}
