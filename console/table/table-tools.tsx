// The toolbar above a table: filter, count, columns, density, export.
import { Download, Rows3, Rows4, Settings2 } from '@lucide/icons'
import { Icon } from '../ui/display/icon.tsx'
import { Button } from '../ui/input/button.tsx'
import { Checkbox } from '../ui/input/checkbox.tsx'
import { PopoverButton } from '../ui/overlay/popover.tsx'
import { csv, download } from '../util/csv.ts'
import { FilterInput } from './filter-input.tsx'

export type Density = 'normal' | 'compact'

export interface TableToolsProps {
  /** plural, also the name of the exported file */
  label: string
  filter: string
  onFilter: (text: string) => void
  /** the number of rows, or of matching rows */
  note: string | undefined
  columns: readonly { id: string; title: string; shown: boolean }[]
  onToggle: (column: string) => void
  density: Density
  onDensity: () => void
  /** the cells to export as text, headers first */
  table: () => string[][] | Promise<string[][]>
}

export function TableTools(props: TableToolsProps) {
  const { label, filter, onFilter, note, columns, onToggle, density, onDensity, table } = props
  const save = async () => download(`${label.replaceAll(' ', '-')}.csv`, csv(await table()))
  return (
    <div className="flex items-center gap-2">
      <FilterInput label={label} value={filter} onChange={onFilter} />
      <output className="text-xs text-muted">{note}</output>
      <div className="ml-auto flex items-center gap-0.5">
        <PopoverButton label="Choose columns" trigger={<Icon icon={Settings2} />}>
          <fieldset className="space-y-1.5">
            <legend className="mb-2 text-xs font-medium text-muted">Columns</legend>
            {columns.map((column) => (
              <Checkbox
                key={column.id}
                checked={column.shown}
                // rows cannot be identified without the name column
                disabled={column.id === 'name'}
                onChange={() => onToggle(column.id)}
              >
                {column.title}
              </Checkbox>
            ))}
          </fieldset>
        </PopoverButton>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Compact rows"
          aria-pressed={density === 'compact'}
          onClick={onDensity}
        >
          {density === 'compact' ? <Icon icon={Rows4} /> : <Icon icon={Rows3} />}
        </Button>
        <Button variant="ghost" size="icon" aria-label="Export these rows as CSV" onClick={() => void save()}>
          <Icon icon={Download} />
        </Button>
      </div>
    </div>
  )
}
