// Filter chips above a table, one per value of a column.
import type { ReactNode } from 'react'
import { cx } from '../ui/display/cx.ts'
import type { WholeList } from './whole-list.ts'

export interface Facet<Row> {
  /** 'Filter by state' */
  label: string
  of: (row: Row) => string
  show: (value: string) => ReactNode
  /** from `useChip` */
  chosen: string | undefined
  choose: (value: string | undefined) => void
}

interface ChipsProps<Row> {
  facet: Facet<Row>
  rows: WholeList<Row> | undefined
  onChange: () => void
}

export function Chips<Row>({ facet: { label, of, show, chosen, choose }, rows, onChange }: ChipsProps<Row>) {
  const counts = new Map<string, number>()
  for (const row of rows?.items ?? []) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1)
  // keep the selected chip when its last row is gone, or it would be unclear why the table is empty
  if (chosen !== undefined && !counts.has(chosen)) counts.set(chosen, 0)
  // keeps their room until they are known, or the table would move
  if (counts.size === 0) return rows ? null : <div className="mb-2 h-7" />
  return (
    <fieldset className="mb-2 flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {[...counts]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([value, count]) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            className={cx(
              'inline-flex h-7 items-center gap-1.5 rounded-md border px-1.5 text-xs tabular-nums hover:bg-hover',
              value === chosen ? 'border-accent bg-accent-soft' : 'border-line',
            )}
            onClick={() => {
              choose(value === chosen ? undefined : value)
              onChange()
            }}
          >
            {show(value)}
            {rows?.isComplete && count}
          </button>
        ))}
    </fieldset>
  )
}
