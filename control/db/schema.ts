// The database's schema. To add a table: declare it in tables/, list it in tables.ts, create it in a migration.
import type { Columns, Kind, Table } from './define.ts'
import * as declared from './tables.ts'

/** Parents before children: backups and the demo world insert rows in this order. */
export const tables = parentsFirst(declared)

export type Schema = { [K in keyof typeof tables]: Columns<(typeof tables)[K]> }

/** Engines look up result columns by name alone, so a column name has one kind in all tables (see schema.spec.ts). */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.values<Table>(tables).flatMap((table) =>
    Object.entries(table.columns).map(([name, column]): [string, Kind] => [name, column.kind]),
  ),
)

function parentsFirst<T extends Record<string, Table>>(unordered: T): T {
  const ordered: Record<string, Table> = {}
  const add = (table: Table) => {
    if (table.name in ordered) return
    for (const { reference } of Object.values(table.columns))
      if (reference && reference.table !== table.name) add(unordered[reference.table]!)
    ordered[table.name] = table
  }
  for (const table of Object.values(unordered)) add(table)
  return ordered as T
}
