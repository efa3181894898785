// Filters and sorts rows by their columns' text.
import { hasLabel } from '#contract/checks.ts'
import { MAX_COUNTED_ROWS } from '#contract/limits.ts'
import type { Sort } from '../ui/display/table.tsx'
import { countOf } from '../util/count.ts'

interface TextColumn<Row> {
  id: string
  text: (row: Row) => string
  value?: (row: Row) => number | string
}

/** Without a text or a value, it sorts nothing. */
type SortColumn<Row> = Pick<TextColumn<Row>, 'id' | 'value'> & Partial<TextColumn<Row>>

const LABEL = 'label:'

/** Words such as `label:prod` and `label:env=prod` ask for labels, the rest for text in any column. */
export function filterRows<Row>(
  rows: readonly Row[],
  columns: readonly TextColumn<Row>[],
  filter: string,
  labelsOf: (row: Row) => readonly string[] = () => [],
): Row[] {
  const words = filter.trim().toLowerCase().split(/\s+/)
  const labels = words.flatMap((word) => (word.startsWith(LABEL) ? word.slice(LABEL.length) : []))
  const text = words.filter((word) => !word.startsWith(LABEL)).join(' ')
  return rows.filter(
    (row) =>
      labels.every((label) => hasLabel(labelsOf(row), label)) &&
      (!text || columns.some((column) => column.text(row).toLowerCase().includes(text))),
  )
}

// 'disk-9' sorts before 'disk-10'
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  sort: Sort | undefined,
): Row[] {
  const column = columns.find(({ id }) => id === sort?.column)
  const valueOf = column?.value ?? column?.text
  if (!sort || !valueOf) return [...rows]
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => sign * compare(valueOf(one), valueOf(other)))
}

const compare = (one: number | string, other: number | string): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other))

/** 'size', or '-size' for the opposite order: how the address has it. */
export const sortText = ({ column, direction }: Sort): string => `${direction === 'descending' ? '-' : ''}${column}`

/** An address can hold any text; what is none of the columns sorts nothing. */
export function sortOf(text: string, columns: readonly { id: string; sortable?: boolean }[]): Sort | undefined {
  const column = text.replace(/^-/, '')
  const isSortable = columns.some(({ id, sortable = true }) => id === column && sortable)
  return isSortable ? { column, direction: text.startsWith('-') ? 'descending' : 'ascending' } : undefined
}

const atMost = (count: number): string =>
  count > MAX_COUNTED_ROWS ? `more than ${MAX_COUNTED_ROWS.toLocaleString()}` : count.toLocaleString()

/** '42 disks' or 'more than 1,000 disks'. With a filter, how many of them match: '3 of 42'. */
export function countText(nouns: string, total: number, isComplete: boolean, matching: number | undefined): string {
  if (matching === undefined) return total > MAX_COUNTED_ROWS ? `${atMost(total)} ${nouns}` : countOf(total, nouns)
  // a filter that has not seen all rows says so
  return `${atMost(matching)} of ${isComplete ? atMost(total) : `the first ${total.toLocaleString()}`}`
}
