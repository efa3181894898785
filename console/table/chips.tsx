// Filter chips above a table, one per value of a column.
import type { ReactNode } from 'react'
import { cx } from '../ui/display/cx.ts'
import type { WholeList } from './whole-list.ts'

export interface Facet<Row, Value extends string> {
  /** 'Filter by state' */
  label: string
  of: (row: Row) => Value
  show: (value: Value) => ReactNode
  /** from `useChip` */
  chosen: Value | undefined
  choose: (value: Value | undefined) => void
}

interface ChipsProps<Row, Value extends string> {
  facet: Facet<Row, Value>
  rows: WholeList<Row> | undefined
  onChange: () => void
}

export function Chips<Row, Value extends string>({ facet, rows, onChange }: ChipsProps<Row, Value>) {
  const { label, of, show, chosen, choose } = facet
  const counts = new Map<Value, number>()
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
