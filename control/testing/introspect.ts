// Describes a database's tables in a format that is the same for all engines and for declarations.
import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import type { Table } from '../db/define.ts'

export interface Described {
  columns: Record<string, string>
  primary: string[]
  indexes: Record<string, string>
  references: string[]
}

const index = (unique: boolean, columns: readonly string[], partial: boolean) =>
  `${unique ? 'unique ' : ''}(${columns.join(', ')})${partial ? ' partial' : ''}`

export function declared(table: Table, dialect: Database['dialect']): Described {
  const words = {
    sqlite: { text: 'TEXT', integer: 'INTEGER', boolean: 'INTEGER' },
    postgres: { text: 'text C', integer: 'bigint', boolean: 'boolean' },
  }[dialect]
  const columns = Object.entries(table.columns).map(([name, { kind, isNullable }]) => {
    const word =
      kind === 'boolean' ? words.boolean : kind === 'integer' || kind === 'serial' ? words.integer : words.text
    return [name, isNullable ? word : `${word} not null`]
  })
  return {
    columns: Object.fromEntries(columns),
    primary: [...table.primary],
    indexes: Object.fromEntries(
      table.indexes.map((each) => [each.name, index(each.unique, each.columns, each.where !== undefined)]),
    ),
    references: Object.entries(table.columns)
      .flatMap(([name, { reference }]) => (reference ? [`${name} ${reference.table}.id ${reference.onDelete}`] : []))
      .sort(),
  }
}

export async function found(db: Database): Promise<Record<string, Described>> {
  const names = await (db.dialect === 'sqlite' ? sqliteTables(db.read) : postgresTables(db.read))
  const tables: Record<string, Described> = {}
  for (const name of names) {
    tables[name] = await (db.dialect === 'sqlite' ? sqliteTable(db.read, name) : postgresTable(db.read, name))
  }
  return tables
}

async function sqliteTables(db: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'migration'`.execute(
    db,
  )
  return rows.map((row) => row.name)
}

async function sqliteTable(db: Queries, table: string): Promise<Described> {
  const columns = await sql<{ name: string; type: string; notnull: number; pk: number }>`
    select name, type, "notnull", pk from pragma_table_info(${table})`.execute(db)
  const indexes = await sql<{ name: string; unique: number; partial: number; column: string }>`
    select list.name, list."unique", list.partial, info.name as "column"
    from pragma_index_list(${table}) as list, pragma_index_info(list.name) as info
    where list.origin <> 'pk' order by list.name, info.seqno`.execute(db)
  const references = await sql<{ line: string }>`
    select "from" || ' ' || "table" || '.' || "to" || ' ' || lower(on_delete) as line
    from pragma_foreign_key_list(${table})`.execute(db)
  const keys = columns.rows.filter((row) => row.pk > 0).sort((a, b) => a.pk - b.pk)
  return {
    columns: Object.fromEntries(columns.rows.map((row) => [row.name, row.notnull ? `${row.type} not null` : row.type])),
    primary: keys.map((row) => row.name),
    indexes: grouped(indexes.rows.map((row) => ({ ...row, unique: row.unique === 1, partial: row.partial === 1 }))),
    references: references.rows.map((row) => row.line).sort(),
  }
}

async function postgresTables(db: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration'`.execute(db)
  return rows.map((row) => row.name)
}

async function postgresTable(db: Queries, table: string): Promise<Described> {
  const columns = await sql<{ name: string; type: string; notnull: boolean }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) || coalesce(' ' || c.collname, '') as type,
      a.attnotnull as notnull
    from pg_attribute a left join pg_collation c on c.oid = a.attcollation
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`.execute(db)
  const indexes = await sql<{ name: string; unique: boolean; primary: boolean; partial: boolean; column: string }>`
    select r.relname as name, i.indisunique as unique, i.indisprimary as primary, i.indpred is not null as partial,
      a.attname as column
    from pg_index i join pg_class r on r.oid = i.indexrelid
      cross join lateral unnest(i.indkey) with ordinality as k(attnum, position)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = ${table}::regclass order by r.relname, k.position`.execute(db)
  const references = await sql<{ line: string }>`
    select a.attname || ' ' || p.relname || '.' || f.attname || ' ' ||
      case c.confdeltype when 'c' then 'cascade' when 'r' then 'restrict' when 'n' then 'set null' else '?' end as line
    from pg_constraint c join pg_class p on p.oid = c.confrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
    where c.contype = 'f' and c.conrelid = ${table}::regclass`.execute(db)
  return {
    columns: Object.fromEntries(columns.rows.map((row) => [row.name, row.notnull ? `${row.type} not null` : row.type])),
    primary: indexes.rows.filter((row) => row.primary).map((row) => row.column),
    indexes: grouped(indexes.rows.filter((row) => !row.primary)),
    references: references.rows.map((row) => row.line).sort(),
  }
}

interface IndexColumn {
  name: string
  unique: boolean
  partial: boolean
  column: string
}

function grouped(rows: readonly IndexColumn[]): Record<string, string> {
  const names = [...new Set(rows.map((row) => row.name))]
  return Object.fromEntries(
    names.map((name) => {
      const own = rows.filter((row) => row.name === name)
      const columns = own.map((row) => row.column)
      return [name, index(own[0]?.unique === true, columns, own[0]?.partial === true)]
    }),
  )
}
