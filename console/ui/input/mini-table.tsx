// The few items that a form has collected so far, each removable, and the pair of buttons under the inputs that add to it.
import { X } from '@lucide/icons'
import { Icon } from '../display/icon.tsx'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export interface MiniTableProps<Row> {
  label: string
  columns: readonly { header: string; cell: (row: Row) => ReactNode }[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** e.g. "remove disk data-1" */
  removeLabel: (row: Row) => string
  onRemove?: (row: Row, index: number) => void
  /** said instead of rows; without it an empty table is not shown */
  emptyText?: string
}

export function MiniTable<Row>(props: MiniTableProps<Row>) {
  const { label, columns, rows, rowKey, removeLabel, onRemove, emptyText } = props
  if (rows.length === 0 && !emptyText) return null
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table aria-label={label} className="w-full text-sm">
        <thead className="bg-raised text-xs text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" className="h-8 px-3 text-left font-medium whitespace-nowrap">
                {column.header}
              </th>
            ))}
            {onRemove && (
              <th scope="col" className="w-8">
                <span className="sr-only">Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row)} className="border-t border-line">
              {columns.map((column) => (
                <td
                  key={column.header}
                  // with many columns, breaking words would leave a few letters per line
                  className={columns.length > 3 ? 'h-8 px-3' : 'h-8 px-3 wrap-anywhere'}
                >
                  {column.cell(row)}
                </td>
              ))}
              {onRemove && (
                <td className="w-8 pr-1">
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={removeLabel(row)}
                    onClick={({ currentTarget }) => {
                      focusNear(currentTarget)
                      onRemove(row, index)
                    }}
                  >
                    <Icon icon={X} />
                  </Button>
                </td>
              )}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr className="border-t border-line">
              <td colSpan={columns.length + (onRemove ? 1 : 0)} className="h-8 px-3 text-muted">
                {emptyText}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** The removed button would take the focus with it. The next row gets it, or the field that adds rows. */
function focusNear(button: HTMLElement): void {
  const row = button.closest('tr')
  const neighbor = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
  const field = button.closest('table')?.parentElement?.parentElement?.querySelector<HTMLElement>('input, select')
  ;(neighbor ?? field)?.focus()
}

export interface MiniTableButtonsProps {
  addLabel: string
  onAdd: () => void
  onClear: () => void
  /** nothing is typed yet, so there is nothing to add or clear */
  empty: boolean
}

export function MiniTableButtons({ addLabel, onAdd, onClear, empty }: MiniTableButtonsProps) {
  return (
    <div className="flex justify-end gap-2">
      <Button variant="ghost" size="sm" disabled={empty} onClick={onClear}>
        Clear
      </Button>
      <Button size="sm" disabled={empty} onClick={onAdd}>
        {addLabel}
      </Button>
    </div>
  )
}
