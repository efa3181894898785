// Database errors, the same for every engine.
import type { Table } from './define.ts'
import { tables } from './schema.ts'

const all: Record<string, Table> = tables

/** A row with these values exists. `columns` are those of the violated index. */
export class UniqueViolation extends Error {
  readonly table: string
  readonly constraint: string
  readonly columns: readonly string[]

  constructor(table: string, constraint: string, columns: readonly string[], cause: unknown) {
    super(`${table} has a row with the same ${columns.join(', ') || constraint}`, { cause })
    this.name = 'UniqueViolation'
    this.table = table
    this.constraint = constraint
    this.columns = columns
  }
}

/** A row names a missing parent, or a parent still has children. SQLite does not say which. */
export class ReferenceViolation extends Error {
  constructor(cause: unknown) {
    super('a row that other rows need is missing, or still needed', { cause })
    this.name = 'ReferenceViolation'
  }
}

/** There is no space left to write. */
export class DatabaseFull extends Error {
  constructor(cause: unknown) {
    super('the database has no room left', { cause })
    this.name = 'DatabaseFull'
  }
}

/** The database is unreachable or timed out. A later retry may succeed. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`the database is not available: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** PostgreSQL names the index. */
export function uniqueByName(table: string, constraint: string, cause: unknown): UniqueViolation {
  const declared = all[table]
  const primary = constraint === `${table}_pkey` ? declared?.primary : undefined
  const columns = primary ?? declared?.indexes.find((index) => index.name === constraint)?.columns ?? []
  return new UniqueViolation(table, constraint, columns, cause)
}

/** SQLite names the columns: `UNIQUE constraint failed: project.silo_id, project.name`. */
export function uniqueByMessage(message: string, cause: unknown): UniqueViolation {
  const listed = message.slice(message.lastIndexOf(': ') + 2).split(', ')
  const table = listed[0]?.split('.')[0] ?? ''
  const columns = listed.map((column) => column.slice(column.indexOf('.') + 1))
  const same = (others: readonly string[]) => others.join() === columns.join()
  const declared = all[table]
  const index = declared?.indexes.find((index) => index.unique && same(index.columns))
  const constraint = index?.name ?? (declared && same(declared.primary) ? `${table}_pkey` : columns.join('_'))
  return new UniqueViolation(table, constraint, columns, cause)
}
