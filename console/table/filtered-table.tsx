// A table with a filter for rows that are all in the browser. Paged lists use ResourceTable.
import { Table, type Column, type TableProps } from '../ui/display/table.tsx'
import { FilterInput } from './filter-input.tsx'
import { countText } from './rows.ts'
import { useAddressText } from './use-address-text.ts'

export interface FilteredTableProps<Row> extends Omit<TableProps<Row>, 'keepWidths' | 'label'> {
  /** plural, lower case: the table's name is capitalized from it */
  label: string
  /** what the rows are, if the label is not their plural */
  nouns?: string
  columns: readonly Column<Row>[]
  /** the text the filter searches */
  text: (row: Row) => string
}

export function FilteredTable<Row>({ label, nouns = label, rows, text, ...table }: FilteredTableProps<Row>) {
  const [typed, setTyped] = useAddressText('filter', label)
  const filter = typed.trim().toLowerCase()
  const found = filter ? rows.filter((row) => text(row).toLowerCase().includes(filter)) : rows
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <FilterInput label={label} value={typed} onChange={setTyped} />
        <output className="text-xs text-muted">
          {countText(nouns, rows.length, true, filter ? found.length : undefined)}
        </output>
      </div>
      <Table
        {...table}
        label={label.charAt(0).toUpperCase() + label.slice(1)}
        rows={found}
        keepWidths={filter !== ''}
      />
      {found.length === 0 && (
        <p className="py-6 text-center text-sm text-muted">Nothing matches &apos;{typed.trim()}&apos;.</p>
      )}
    </>
  )
}
