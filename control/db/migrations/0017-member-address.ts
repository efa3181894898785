// Members' addresses are confirmed by whoever reads their mail. Those that exist get one e-mail, and alerts for 30 more days.
// Frozen: a migration never imports the current table declarations.
import { sql } from 'kysely'
import { createTable } from '../create.ts'
import { integer, table, text, time, uuid } from '../define.ts'
import type { Migration } from '../migration.ts'

const memberAddress = table(
  'member_address',
  {
    silo_user_id: uuid().references('silo_user', 'cascade'),
    address: text(),
    time_confirmed: time().nullable(),
    grace_until: time().nullable(),
    token_hash: text().nullable(),
    time_expires: time().nullable(),
    time_due: time().nullable(),
    time_requested: time(),
    attempts: integer(),
    time_sent: time().nullable(),
    mails: integer(),
    mails_since: time(),
    time_created: time(),
  },
  {
    primary: ['silo_user_id', 'address'],
    unique: [['token_hash']],
    index: [{ columns: ['time_due'], where: 'time_due is not null', name: 'member_address_due_index' }],
  },
)

/** In the format of every other time. */
const NOW = {
  sqlite: {
    now: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    later: sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+30 days')`,
  },
  postgres: {
    now: sql`to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    later: sql`to_char(now() at time zone 'utc' + interval '30 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
}

export const migration: Migration = {
  name: '0017-member-address',
  async up(db, dialect) {
    await createTable(db, dialect, memberAddress)
    const { now, later } = NOW[dialect]
    await sql`insert into member_address
      (silo_user_id, address, grace_until, time_due, time_requested, attempts, mails, mails_since, time_created)
      select distinct silo_user_id, endpoint, ${later}, ${now}, ${now}, 0, 1, ${now}, ${now}
      from alert_receiver where kind = 'member' and silo_user_id is not null`.execute(db)
  },
}
