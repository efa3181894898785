// The rows of what was deleted, in the table `deleted`. A migration that changes a table converts its kept rows too (Migration.kept).
import { sql } from 'kysely'
import type { UntypedDb } from './create.ts'
import type { Migration } from './migration.ts'
import type { KeptRows } from './tables/deleted/kept.ts'

export const versionOf = ({ name }: Pick<Migration, 'name'>): number => Number(name.slice(0, 4))

/** Enough to be quick, and few enough to hold in memory. */
const BATCH_SIZE = 200

/** Converts what was kept before this step, so that it fits the tables after it. */
export async function convertKeptRows(db: UntypedDb, step: Migration): Promise<void> {
  if (!step.kept) return
  const version = versionOf(step)
  for (;;) {
    const { rows } = await sql<{ id: string; kept_rows: string | KeptRows }>`
      select id, kept_rows from deleted where schema_version < ${version} order by id limit ${BATCH_SIZE}`.execute(db)
    for (const { id, kept_rows } of rows) {
      const held = typeof kept_rows === 'string' ? (JSON.parse(kept_rows) as KeptRows) : kept_rows
      const converted = JSON.stringify(convert(held, step.kept))
      await sql`update deleted set kept_rows = ${converted}, schema_version = ${version} where id = ${id}`.execute(db)
    }
    if (rows.length < BATCH_SIZE) return
  }
}

function convert(held: KeptRows, kept: NonNullable<Migration['kept']>): KeptRows {
  const entries = Object.entries(held)
  return Object.fromEntries(entries.map(([table, rows]) => [table, kept[table] ? rows.map(kept[table]) : rows]))
}
