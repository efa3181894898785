// The visible columns of a table, and the row density of all tables. Stored in this browser.
import { useState } from 'react'
import { keep, kept } from '../util/keep.ts'
import type { ResourceColumn } from './columns.tsx'
import type { Density } from './table-tools.tsx'

export function useTableChoices<Row>(table: string, columns: readonly ResourceColumn<Row>[]) {
  const name = `columns-${table}`
  // store only differences from the default, so that columns added by a new release are shown
  const [changed, setChanged] = useState<ReadonlySet<string>>(() => new Set(kept(name)?.split(',')))
  const [density, setDensity] = useState<Density>(kept('density') === 'compact' ? 'compact' : 'normal')
  const isShown = ({ id, hidden = false }: ResourceColumn<Row>) => hidden === changed.has(id)
  return {
    shown: new Set(columns.filter(isShown).map(({ id }) => id)),
    toggle(column: string) {
      const next = new Set(changed)
      if (!next.delete(column)) next.add(column)
      keep(name, next.size > 0 ? [...next].join(',') : undefined)
      setChanged(next)
    },
    density,
    toggleDensity() {
      const next = density === 'compact' ? 'normal' : 'compact'
      keep('density', next === 'compact' ? next : undefined)
      setDensity(next)
    },
  }
}
