// One row of a list, for nouns without a view operation. A missing row is "not found", as with a view.
import { ApiError } from '#contract/errors.ts'
import type { Query } from './api.ts'

type ListOf<Row> = readonly Row[] | { items: readonly Row[] }

export function rowQuery<Row extends object>(list: Query<ListOf<Row>>, wanted: Partial<Row>): Query<Row> {
  const [operation] = list.key
  const fields = Object.entries(wanted) as [keyof Row, unknown][]
  return {
    key: [operation, { row: wanted }],
    async fetch(signal) {
      const answer = await list.fetch(signal)
      const rows = 'items' in answer ? answer.items : answer
      const row = rows.find((one) => fields.every(([field, value]) => one[field] === value))
      if (!row) throw new ApiError(operation, { status: 404, message: 'Not found' })
      return row
    },
  }
}
