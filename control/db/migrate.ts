// Migrates a database to this code's schema in numbered steps. There are no down migrations: going back means restoring a backup.
import { type Kysely, sql } from 'kysely'
import type { UntypedDb } from './create.ts'
import type { Database } from './database.ts'
import { convertKeptRows, versionOf } from './kept-rows.ts'
import type { Migration } from './migration.ts'
import * as all from './migrations/index.ts'

interface Ledger {
  migration: { name: string; time_applied: string }
}

// an arbitrary number that no other program on the same database uses
const LOCK = 4_600_271_828

/** Oldest first. */
export const migrations: readonly Migration[] = Object.values(all).sort((a, b) => (a.name < b.name ? -1 : 1))

/** The number of the last one: rows written now have its schema. */
export const SCHEMA_VERSION = versionOf(migrations.at(-1)!)

/** The first migrations of versions before 0.2.0, whose migrations were squashed into 0001-base. */
const FIRST_OLD_MIGRATIONS = ['0001-frame', '0001-initial']

/** Returns the names of the steps it ran. `now` is recorded in the ledger. */
export async function migrate(
  db: Database,
  now: Date,
  steps: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  if (db.dialect === 'sqlite') return climb(db, now, steps)
  // keeps two starting servers from creating the same table; a crash releases the lock with the connection
  return db.read.connection().execute(async (held) => {
    await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(held)
    try {
      return await climb(db, now, steps)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(held)
    }
  })
}

async function climb(db: Database, now: Date, steps: readonly Migration[]): Promise<readonly string[]> {
  await db.transaction(async (tx) => {
    await tx.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('time_applied', 'text', (column) => column.notNull())
      .execute()
  })
  const done: string[] = []
  for (const step of steps) {
    const ran = await db.transaction(async (tx) => {
      const ledger = tx as unknown as Kysely<Ledger>
      const applied = await ledger.selectFrom('migration').select('name').execute()
      refuseUnknown(
        applied.map((row) => row.name),
        steps,
      )
      if (applied.some((row) => row.name === step.name)) return false
      await step.up(tx as unknown as UntypedDb, db.dialect)
      await convertKeptRows(tx as unknown as UntypedDb, step)
      await ledger.insertInto('migration').values({ name: step.name, time_applied: now.toISOString() }).execute()
      return true
    })
    if (ran) done.push(step.name)
  }
  return done
}

function refuseUnknown(applied: readonly string[], steps: readonly Migration[]): void {
  const unknown = applied.filter((name) => !steps.some((step) => step.name === name)).sort()
  if (unknown.length === 0) return
  if (unknown.some((name) => FIRST_OLD_MIGRATIONS.includes(name))) {
    throw new Error(
      'the database was created by a version of Rackwright before 0.2.0, and its data cannot be migrated. ' +
        'Start with an empty database, or keep running the version that created this one.',
    )
  }
  throw new Error(
    `the database is newer than this program: it has ${unknown.join(', ')}, which this program does not know. ` +
      'Start the newer program, or restore a backup made before the upgrade.',
  )
}
