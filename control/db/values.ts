// Encodes and decodes column values for all engines: JSON is stored in text columns, and SQLite stores booleans as 0 and 1.
import { kinds } from './schema.ts'

/** For PostgreSQL, which has booleans. Without conversion to text, an array would become a PostgreSQL array. */
export function bind(value: unknown): unknown {
  if (value === undefined) return null
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

export function bindSqlite(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return bind(value)
}

export type Decode = (row: Record<string, unknown>) => void

const decoders = {
  json: (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value),
  boolean: (value: unknown) => (typeof value === 'number' ? value !== 0 : value),
}

/** Decodes rows with these columns. Undefined in the usual case that no column needs decoding. */
export function decoder(columns: readonly string[]): Decode | undefined {
  const todo: [string, (value: unknown) => unknown][] = []
  for (const column of columns) {
    const kind = kinds.get(column)
    if (kind === 'json' || kind === 'boolean') todo.push([column, decoders[kind]])
  }
  if (todo.length === 0) return undefined
  return (row) => {
    for (const [column, decode] of todo) row[column] = decode(row[column])
  }
}
