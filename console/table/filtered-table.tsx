// A table for rows that are all in the browser: filtered, sorted and split into pages there. Paged lists use ResourceTable.
import { PAGE_SIZES } from '../queries.ts'
import { PaginationBar } from '../ui/display/pagination.tsx'
import { Table, type Column, type TableProps } from '../ui/display/table.tsx'
import { FilterInput } from './filter-input.tsx'
import { countText, sortOf, sortRows, sortText } from './rows.ts'
import { useAddressText } from './use-address-text.ts'
import { usePages } from './use-pages.ts'

/** A column with a text or a value can be sorted by it. */
export interface SortedColumn<Row> extends Column<Row> {
  text?: (row: Row) => string
  value?: (row: Row) => number | string
}

export interface FilteredTableProps<Row> extends Omit<TableProps<Row>, 'keepWidths' | 'label' | 'sort' | 'onSort'> {
  /** plural, lower case: the table's name is capitalized from it */
  label: string
  /** what the rows are, if the label is not their plural */
  nouns?: string
  columns: readonly SortedColumn<Row>[]
  /** the text the filter searches */
  text: (row: Row) => string
}

export function FilteredTable<Row>({ label, nouns = label, rows, text, ...table }: FilteredTableProps<Row>) {
  const [typed, setTyped] = useAddressText('filter', label)
  const [order, setOrder] = useAddressText('sort', label)
  const columns = table.columns.map((column) => ({ ...column, sortable: Boolean(column.text ?? column.value) }))
  const sort = sortOf(order, columns)
  const pages = usePages(label, sort)
  const filter = typed.trim().toLowerCase()
  const found = filter ? rows.filter((row) => text(row).toLowerCase().includes(filter)) : rows
  const { size } = pages
  // rows that are gone can leave the last page empty
  const offset = pages.offset < found.length ? pages.offset : 0
  const hasPages = rows.length > PAGE_SIZES[0]
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <FilterInput
          label={label}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            pages.moveTo(0)
          }}
        />
        <output className="text-xs text-muted">
          {countText(nouns, rows.length, true, filter ? found.length : undefined)}
        </output>
      </div>
      <Table
        {...table}
        label={label.charAt(0).toUpperCase() + label.slice(1)}
        columns={columns}
        rows={sortRows(found, columns, sort).slice(offset, offset + size)}
        {...(sort && { sort })}
        onSort={(wanted) => setOrder(sortText(wanted))}
        keepWidths={filter !== ''}
      />
      {found.length === 0 && (
        <p className="py-6 text-center text-sm text-muted">Nothing matches &apos;{typed.trim()}&apos;.</p>
      )}
      {hasPages && (
        <PaginationBar
          {...pages.sizes}
          hasPrev={offset > 0}
          hasNext={offset + size < found.length}
          onPrev={() => pages.moveTo(offset - size)}
          onNext={() => pages.moveTo(offset + size)}
        />
      )}
    </>
  )
}
