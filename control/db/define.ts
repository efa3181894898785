// Declares tables as values. One declaration provides Kysely's types, the migration's SQL and the engines' column kinds. Queries
// are plain Kysely.
import type { ColumnType, Insertable, Selectable } from 'kysely'

export type Kind = 'uuid' | 'text' | 'time' | 'json' | 'boolean' | 'integer' | 'serial'
export type OnDelete = 'cascade' | 'restrict' | 'set null'

export interface Column<S = unknown, I = unknown, U = unknown> {
  readonly kind: Kind
  readonly isNullable: boolean
  readonly reference?: { table: string; onDelete: OnDelete }
  /** Never set; exists only for its type. */
  readonly type?: ColumnType<S, I, U>
}

/** A column under construction: `.references` comes before `.nullable`. */
export interface Draft<T> extends Column<T, T, T> {
  references(table: string, onDelete: OnDelete): Draft<T>
  nullable(): Column<T | null, T | null | undefined, T | null>
}

function draft<T>(kind: Kind, reference?: Column['reference']): Draft<T> {
  return {
    kind,
    isNullable: false,
    reference,
    references: (table, onDelete) => draft(kind, { table, onDelete }),
    nullable: () => ({ kind, isNullable: true, reference }),
  }
}

export const uuid = () => draft<string>('uuid')
/** Accepts a literal union: `text<'on' | 'off'>()`. */
export const text = <T extends string = string>() => draft<T>('text')
/** ISO text with milliseconds and a Z, so that it sorts as text. */
export const time = () => draft<string>('time')
/** Objects and arrays only, because a bare string is ambiguous with its JSON text. */
export const json = <T extends object>() => draft<T>('json')
export const boolean = () => draft<boolean>('boolean')
export const integer = () => draft<number>('integer')
/** Auto-incremented and never reused. Must be the primary key. */
export const serial = (): Column<number, number | undefined, never> => ({ kind: 'serial', isNullable: false })

export interface Index {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
  /** A partial index's condition, in SQL valid in both dialects. */
  readonly where?: string
}

export interface Table<C extends Record<string, Column> = Record<string, Column>> {
  readonly name: string
  readonly columns: C
  readonly primary: readonly string[]
  readonly indexes: readonly Index[]
}

type Listed<K> = readonly K[] | { columns: readonly K[]; where?: string; name?: string }

export interface Keys<K> {
  primary: readonly K[]
  unique?: readonly Listed<K>[]
  index?: readonly Listed<K>[]
}

export function table<C extends Record<string, Column>>(
  name: string,
  columns: C,
  keys: Keys<keyof C & string>,
): Table<C> {
  const named = (listed: Listed<keyof C & string>, unique: boolean): Index => {
    const given = 'columns' in listed ? listed : { columns: listed }
    const index = given.name ?? `${name}_${given.columns.join('_')}_${unique ? 'key' : 'index'}`
    // PostgreSQL silently truncates longer names, and a violation could then not be traced to its index
    if (index.length > 63) throw new Error(`index name ${index} is longer than 63 characters: give it a name`)
    return { name: index, columns: given.columns, unique, where: given.where }
  }
  const indexes = [
    ...(keys.unique ?? []).map((listed) => named(listed, true)),
    ...(keys.index ?? []).map((listed) => named(listed, false)),
  ]
  return { name, columns, primary: keys.primary, indexes }
}

/** A table's columns as a Kysely table type. */
export type Columns<T extends Table> = {
  [K in keyof T['columns']]: T['columns'][K] extends Column<infer S, infer I, infer U> ? ColumnType<S, I, U> : never
}

export type Row<T extends Table> = Selectable<Columns<T>>
export type NewRow<T extends Table> = Insertable<Columns<T>>
