// A table. It shows the rows it is given: paging, sorting and filtering belong to the caller. The actions column sticks to the
// right; shadows hint at columns scrolled out of view.
import { ArrowDown, ArrowUp, ChevronsUpDown } from '@lucide/icons'
import { Icon } from './icon.tsx'
import { useDeferredValue, useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Checkbox } from '../input/checkbox.tsx'
import { cx } from './cx.ts'
import type { MenuItem } from '../overlay/menu-item.ts'
import { MenuButton } from '../overlay/menu.tsx'
import { Skeleton } from './skeleton.tsx'
import { useNarrow } from './use-narrow.ts'
import { useOverflow } from './use-overflow.ts'

export interface Column<Row> {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** numbers are right-aligned */
  align?: 'left' | 'right'
  sortable?: boolean
  /** e.g. 'w-40' */
  width?: string
  /** on narrow screens it comes right after the first column, visible without scrolling sideways */
  early?: boolean
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

export interface Selection {
  keys: ReadonlySet<string>
  onChange: (keys: Set<string>) => void
}

export interface TableProps<Row> {
  /** the accessible name; or labelledBy, the id of a heading */
  label?: string
  labelledBy?: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** a row's label for its checkbox and menu, usually its name */
  rowLabel?: (row: Row) => string
  actions?: (row: Row) => readonly MenuItem[]
  selection?: Selection
  sort?: Sort
  onSort?: (sort: Sort) => void
  density?: 'normal' | 'compact'
  /** keeps columns from shrinking while a filter is typed */
  keepWidths?: boolean
  /** other rows are loading */
  busy?: boolean
  /** the number of skeleton rows to show during the first load */
  skeletonRows?: number
}

const earlyFirst = <Row,>([first, ...rest]: readonly Column<Row>[]): Column<Row>[] =>
  first ? [first, ...rest.filter(({ early }) => early), ...rest.filter(({ early }) => !early)] : []

const edge = 'pointer-events-none absolute inset-y-0 z-2 w-3 from-body/10 to-transparent opacity-0 transition-opacity'

/** More than fit on most screens. Long tables show these first and the others right after. */
const FIRST_ROWS = 20

export function Table<Row>(given: TableProps<Row>) {
  const props = { ...given, columns: useNarrow() ? earlyFirst(given.columns) : given.columns }
  const { columns, rows, actions, selection, density = 'normal', busy, skeletonRows = 0 } = props
  const shown = useDeferredValue(true, false) ? rows : rows.slice(0, FIRST_ROWS)
  const box = useRef<HTMLDivElement>(null)
  useOverflow(box)
  useKeptWidths(box, given.keepWidths ?? false)
  const height = density === 'compact' ? 'h-8' : 'h-10'
  return (
    <div data-part="table" className="relative overflow-hidden rounded-md border border-line bg-page">
      <div ref={box} className="peer overflow-x-auto" tabIndex={-1}>
        <table
          aria-label={props.label}
          aria-labelledby={props.labelledBy}
          aria-busy={busy || skeletonRows > 0 || undefined}
          className={'w-full border-separate border-spacing-0 text-sm'}
        >
          <Head {...props} />
          <tbody>
            {Array.from({ length: skeletonRows }, (_, index) => (
              <tr key={`skeleton-${index}`}>
                {selection && <BlankCell />}
                {columns.map((column) => (
                  <td
                    key={column.id}
                    className={cx('border-t border-line px-3', height, column.align === 'right' && 'text-right')}
                  >
                    <Skeleton className={index % 2 ? 'h-3 w-20' : 'h-3 w-28'} />
                  </td>
                ))}
                {actions && <BlankCell />}
              </tr>
            ))}
            {shown.map((row) => (
              <BodyRow key={props.rowKey(row)} {...props} row={row} height={height} />
            ))}
            {/* as tall as the rows to come, so that nothing moves and a scroll position can be restored */}
            {rows.slice(shown.length).map((row) => (
              <tr key={props.rowKey(row)} aria-hidden className={height} />
            ))}
          </tbody>
        </table>
      </div>
      {busy && (
        <span aria-hidden className="absolute inset-x-0 top-0 z-3 h-0.5 overflow-hidden">
          <span className="block h-full w-1/4 animate-slide bg-accent-fill" />
        </span>
      )}
      <span aria-hidden className={cx(edge, 'left-0 bg-linear-to-r peer-data-before:opacity-100')} />
      <span
        aria-hidden
        className={cx(edge, actions ? 'right-11' : 'right-0', 'bg-linear-to-l peer-data-after:opacity-100')}
      />
    </div>
  )
}

/** While `isKept`, columns stay at least as wide as they were before. */
function useKeptWidths(box: RefObject<HTMLDivElement | null>, isKept: boolean): void {
  const widths = useRef(new Map<string | undefined, number>())
  const cells = () => box.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? []
  useLayoutEffect(() => {
    for (const { style, dataset } of cells())
      style.minWidth = isKept ? `${widths.current.get(dataset['column']) ?? 0}px` : ''
  })
  // after the browser has painted: reading widths any earlier forces a layout of its own
  useEffect(() => {
    if (isKept) return
    for (const cell of cells()) widths.current.set(cell.dataset['column'], cell.getBoundingClientRect().width)
  })
}

const arrows = { ascending: ArrowUp, descending: ArrowDown }

const BlankCell = () => <td className="border-t border-line">{null}</td>

function Head<Row>({ columns, rows, rowKey, selection, actions, sort, onSort }: TableProps<Row>) {
  const keys = rows.map(rowKey)
  const chosen = selection ? keys.filter((key) => selection.keys.has(key)).length : 0
  return (
    <thead>
      <tr className="[&>th]:h-9 [&>th]:bg-raised [&>th]:text-xs [&>th]:font-medium [&>th]:whitespace-nowrap [&>th]:text-muted">
        {selection && (
          <th scope="col" className="w-9 pl-3">
            <span className="flex">
              <Checkbox
                aria-label="Select all rows"
                checked={keys.length > 0 && chosen === keys.length}
                indeterminate={chosen > 0 && chosen < keys.length}
                onChange={(event) => {
                  const next = new Set(selection.keys)
                  for (const key of keys) {
                    if (event.target.checked) next.add(key)
                    else next.delete(key)
                  }
                  selection.onChange(next)
                }}
              />
            </span>
          </th>
        )}
        {columns.map((column) => {
          const sorted = sort?.column === column.id ? sort.direction : undefined
          const next = sorted === 'ascending' ? 'descending' : 'ascending'
          return (
            <th
              key={column.id}
              scope="col"
              data-column={column.id}
              aria-sort={sorted}
              className={cx('px-3', column.align === 'right' ? 'text-right' : 'text-left', column.width)}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  className={cx(
                    'group inline-flex h-6 items-center gap-1 rounded-sm hover:text-body',
                    // the label lines up with the numbers below it
                    column.align === 'right' && 'flex-row-reverse',
                  )}
                  onClick={() => onSort({ column: column.id, direction: next })}
                >
                  {column.header}
                  <Icon
                    icon={sorted ? arrows[sorted] : ChevronsUpDown}
                    aria-hidden
                    className={cx('size-3', sorted ? 'text-body' : 'opacity-60 group-hover:opacity-100')}
                  />
                </button>
              ) : (
                column.header
              )}
            </th>
          )
        })}
        {actions && (
          <th scope="col" className="sticky right-0 w-11">
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface BodyRowProps<Row> extends TableProps<Row> {
  row: Row
  height: string
}

function BodyRow<Row>({ row, height, columns, rowKey, rowLabel, actions, selection }: BodyRowProps<Row>) {
  const key = rowKey(row)
  const chosen = selection?.keys.has(key) ?? false
  const tint = chosen ? 'bg-accent-soft' : 'bg-page group-hover:bg-raised'
  return (
    <tr className="group" aria-selected={selection ? chosen : undefined}>
      {selection && (
        <td className={cx('border-t border-line pl-3', tint)}>
          <span className="flex">
            <Checkbox
              aria-label={`Select ${rowLabel?.(row) ?? key}`}
              checked={chosen}
              onChange={(event) => {
                const next = new Set(selection.keys)
                if (event.target.checked) next.add(key)
                else next.delete(key)
                selection.onChange(next)
              }}
            />
          </span>
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx(
            'border-t border-line px-3 whitespace-nowrap',
            height,
            tint,
            column.align === 'right' && 'text-right tabular-nums',
          )}
        >
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td className={cx('sticky right-0 w-11 border-t border-line px-1.5', tint)}>
          <MenuButton label="Row actions" hintSide="left" items={() => actions(row)} />
        </td>
      )}
    </tr>
  )
}
