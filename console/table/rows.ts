// Filters and sorts rows by their columns' text.
import { hasLabel } from '#contract/checks.ts'
import type { Sort } from '../ui/display/table.tsx'
import { countOf } from '../util/count.ts'

interface TextColumn<Row> {
  id: string
  text: (row: Row) => string
  value?: (row: Row) => number | string
}

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
  columns: readonly TextColumn<Row>[],
  sort: Sort | undefined,
): Row[] {
  const column = columns.find(({ id }) => id === sort?.column)
  if (!sort || !column) return [...rows]
  const valueOf = column.value ?? column.text
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => sign * compare(valueOf(one), valueOf(other)))
}

const compare = (one: number | string, other: number | string): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other))

/** '42 disks', or how many of them match the filter: '3 of 42'. */
export function countText(nouns: string, total: number, isComplete: boolean, matching: number | undefined): string {
  if (matching === undefined) return `${isComplete ? '' : 'more than '}${countOf(total, nouns)}`
  return `${matching.toLocaleString()} of ${isComplete ? '' : 'the first '}${total.toLocaleString()}`
}
