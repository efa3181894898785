// Extra columns for a list: a second query for the same page, sent in parallel. Rows are matched by ID.
import type { Query } from '../api.ts'
import type { PageArgs, PageOf } from '../queries.ts'

interface Identified {
  id: string
}

export interface More<Row> {
  load: (page?: PageArgs) => Query<unknown>
  rowsOf: (data: unknown) => PageOf<Identified & Partial<Row>>
}

/** `load` is the function the loader also uses; `rowsOf` extracts the rows from its data. */
export const more = <T, Row>(
  load: (page?: PageArgs) => Query<T>,
  rowsOf: (data: T) => PageOf<Identified & Partial<Row>>,
): More<Row> => ({ load, rowsOf: (data) => rowsOf(data as T) })

/** Only the rows, as a list that can be read to its end. */
export const listOf =
  <Row>({ load, rowsOf }: More<Row>) =>
  (page?: PageArgs): Query<PageOf<Identified & Partial<Row>>> => ({
    key: load(page).key,
    fetch: async (signal) => rowsOf(await load(page).fetch(signal)),
  })

export function merge<Row extends Identified>(
  rows: readonly Row[],
  ...parts: (readonly (Identified & Partial<Row>)[] | undefined)[]
): Row[] {
  const known = new Map(parts.flatMap((part = []) => part.map((one) => [one.id, one])))
  return known.size === 0 ? [...rows] : rows.map((row) => ({ ...row, ...known.get(row.id) }))
}
