// Rows out of bare values. Only for hosts that may make code from text: a browser page with our policy may not.

export type MakeRow = (values: readonly unknown[]) => Record<string, unknown>

/**
 * Written out for these columns, so that all rows of a query have one shape: rows made column by column are several times
 * as slow to make, to copy and to turn into JSON.
 */
export function rowMaker(columns: readonly string[]): MakeRow {
  const fields = columns.map((name, at) => `${JSON.stringify(name)}: values[${at}]`)
  // oxlint-disable-next-line no-new-func -- the text is made of column names of our own queries
  return new Function('values', `return { ${fields.join(', ')} }`) as MakeRow
}
