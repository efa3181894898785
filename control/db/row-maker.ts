// Builds row objects from arrays of values. Only for hosts that can generate code: our browser policy forbids it.

export type MakeRow = (values: readonly unknown[]) => Record<string, unknown>

/**
 * Generates an object literal with these columns, so that all rows of a query share one shape. Rows built column by column are
 * several times slower to create, copy and serialize.
 */
export function rowMaker(columns: readonly string[]): MakeRow {
  const fields = columns.map((name, at) => `${JSON.stringify(name)}: values[${at}]`)
  // oxlint-disable-next-line no-new-func -- the text is made of column names of our own queries
  return new Function('values', `return { ${fields.join(', ')} }`) as MakeRow
}
