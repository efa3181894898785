// Keyset pagination. A token holds the sort, the filters and the last key, so that rows inserted between pages do not shift them.
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import { badRequest } from './errors.ts'
import { hasNull } from './json-bounds.ts'

export interface PageQuery {
  limit: number
  sort_by?: string | undefined
  page_token?: string | null | undefined
}

export interface Page<T> {
  items: T[]
  next_page: string | null
}

export interface Token {
  sort: string | undefined
  scan: Record<string, unknown>
  last: string[]
}

export const MAX_TOKEN_LENGTH = 512

export function encodeToken({ sort, scan, last }: Token): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: 1, sort, scan, last }))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

export function decodeToken(text: string): Token {
  if (text.length > MAX_TOKEN_LENGTH) throw badRequest('invalid page token')
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const token = JSON.parse(new TextDecoder().decode(bytes)) as Token & { v: number }
    const sound =
      token.v === 1 &&
      Array.isArray(token.last) &&
      token.last.every((key) => typeof key === 'string' && !hasNull(key)) &&
      typeof token.scan === 'object' &&
      token.scan !== null &&
      // copied onto another object, it would become its prototype and bypass validation
      !Object.hasOwn(token.scan, '__proto__')
    if (!sound) throw new Error('not a token of ours')
    return token
  } catch {
    throw badRequest('invalid page token')
  }
}

/** The query parameters a token carries: all but limit, sort and token. */
const scanOf = ({ limit: _l, sort_by: _s, page_token: _p, ...scan }: PageQuery & Record<string, unknown>) => scan

/** Pages by columns that are unique together. `text` returns a row's key as stored in the token. */
export async function pageBy<DB, TB extends keyof DB, Row>(
  query: PageQuery,
  rows: SelectQueryBuilder<DB, TB, Row>,
  keys: { column: string; text: (row: Row) => string }[],
  direction: 'asc' | 'desc' = 'asc',
): Promise<Page<Row>> {
  const after = query.page_token ? decodeToken(query.page_token).last : undefined
  let page = rows
  if (after) {
    if (after.length !== keys.length) throw badRequest('invalid page token')
    const left = sql.join(keys.map(({ column }) => sql.ref(column)))
    const right = sql.join(after)
    page = page.where(sql<boolean>`(${left}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${right})`)
  }
  for (const { column } of keys) page = page.orderBy(sql.ref(column), direction)
  const items = await page.limit(query.limit).execute()
  const last = items.at(-1)
  const next_page = last
    ? pageToken(
        query,
        keys.map(({ text }) => text(last)),
      )
    : null
  return { items, next_page }
}

/** Leads to what follows these keys. */
export const pageToken = (query: PageQuery, last: string[]): string =>
  encodeToken({ sort: query.sort_by, scan: scanOf({ ...query }), last })

/** The three sort modes of named resources; resources without a name sort by id. */
export function page<DB, TB extends keyof DB, Row extends { id: string }>(
  query: PageQuery,
  rows: SelectQueryBuilder<DB, TB, Row>,
  table: string,
): Promise<Page<Row>> {
  const byName = query.sort_by === 'name_ascending' || query.sort_by === 'name_descending'
  const column = byName ? 'name' : 'id'
  return pageBy(
    query,
    rows,
    [{ column: `${table}.${column}`, text: (row) => (row as Row & { name: string })[column] }],
    query.sort_by === 'name_descending' ? 'desc' : 'asc',
  )
}

type Sort = 'name_ascending' | 'name_descending' | 'id_ascending'

/**
 * Like `page`, for lists that are read all the time: the query is compiled once for each sort, with and without a token. `make` gets
 * placeholders instead of values.
 */
export function preparedPage<Values extends object, Row extends { id: string; name: string }>(
  make: (db: Queries, values: Values) => SelectQueryBuilder<Schema, keyof Schema, Row>,
  table: string,
) {
  type All = Values & { after: string; limit: number }
  const makePage = (sort: Sort, isFirst: boolean) =>
    prepared((db: Queries, values: All) => {
      const column = sql.ref(`${table}.${sort === 'id_ascending' ? 'id' : 'name'}`)
      const direction = sort === 'name_descending' ? 'desc' : 'asc'
      const rest = sql<boolean>`(${column}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${values.after})`
      const rows = make(db, values)
      return (isFirst ? rows : rows.where(rest)).orderBy(column, direction).limit(values.limit)
    })
  const known = new Map<string, ReturnType<typeof makePage>>()

  return async (db: Queries, query: PageQuery, values: Values): Promise<Page<Row>> => {
    const sort = query.sort_by as Sort
    const after = query.page_token ? decodeToken(query.page_token).last : undefined
    if (after && after.length !== 1) throw badRequest('invalid page token')
    const key = `${sort} ${after === undefined}`
    const read = known.get(key) ?? makePage(sort, after === undefined)
    known.set(key, read)
    const items = await read(db, { ...values, after: after?.[0] ?? '', limit: query.limit })
    const last = items.at(-1)
    const next_page = last
      ? encodeToken({ sort, scan: scanOf({ ...query }), last: [sort === 'id_ascending' ? last.id : last.name] })
      : null
    return { items, next_page }
  }
}

/** Pages a list in memory, with the same tokens. For lists that are short because their parent bounds them. */
export function pageOf<Row>(query: PageQuery, rows: Row[], key: (row: Row) => string, descending = false): Page<Row> {
  const after = query.page_token ? decodeToken(query.page_token).last[0] : undefined
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0) * (descending ? -1 : 1)
  const items = rows
    .filter((row) => after === undefined || order(key(row), after) > 0)
    .sort((a, b) => order(key(a), key(b)))
    .slice(0, query.limit)
  const last = items.at(-1)
  return {
    items,
    next_page:
      last === undefined ? null : encodeToken({ sort: query.sort_by, scan: scanOf({ ...query }), last: [key(last)] }),
  }
}
