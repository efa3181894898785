// A paged table of one kind of resource. It owns the view (page, sort, filter, columns, selection); the caller supplies rows and
// actions.
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Query } from '../api.ts'
import type { PageArgs, PageOf } from '../queries.ts'
import type { LabelScope } from '../label-queries.ts'
import { lazyPopup } from '../ui/display/lazy.tsx'
import { PaginationBar } from '../ui/display/pagination.tsx'
import { Table, type Sort } from '../ui/display/table.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { copyIdAction, menuItem, type Action } from '../action/action.tsx'
import { BulkBar } from '../action/bulk-bar.tsx'
import { Chips, type Facet } from './chips.tsx'
import { titleOf, type ResourceColumn } from './columns.tsx'
import { labelsColumn } from './label-chips.tsx'
import type { More } from './more.ts'
import { sortOf, sortText } from './rows.ts'
import { TableTools } from './table-tools.tsx'
import { useAddressText } from './use-address-text.ts'
import { useLabels, whyNotLabel } from './use-labels.ts'
import { usePages } from './use-pages.ts'
import { useRows } from './use-rows.ts'
import { useTableChoices } from './use-table-choices.ts'

const LabelForm = lazyPopup(async () => (await import('../form/label-form.lazy.tsx')).LabelForm)

export interface ResourceTableProps<Row, Value extends string = string> {
  /** plural, lower case: 'projects' */
  label: string
  /** the function the loader uses too, so that the first page is already cached */
  list: (page?: PageArgs) => Query<PageOf<Row>>
  /** data for columns that are not in the list itself */
  more?: More<Row> | undefined
  columns: readonly ResourceColumn<Row>[]
  /** for rows that can have labels */
  labels?: LabelScope | undefined
  /** one filter chip per value of this */
  facet?: Facet<Row, Value> | undefined
  /** "Copy ID" is added to these */
  actions?: ((row: Row) => readonly Action[]) | undefined
  empty: ReactNode
  poll?: number | false | undefined
}

/** How lists come from the API. */
const BY_NAME: Sort = { column: 'name', direction: 'ascending' }

export interface Identified {
  id: string
  name: string
  /** in lists across projects */
  projectName?: string
}

export function ResourceTable<Row extends Identified, Value extends string>(props: ResourceTableProps<Row, Value>) {
  const { label, list, more, labels: scope, facet, actions, empty, poll = false } = props
  const labels = useLabels(scope)
  const [labeled, setLabeled] = useState<Row>()
  const columns = labels.isUsed
    ? withLabels(props.columns, labels.of, (text) => filterBy(`label:${text}`))
    : props.columns
  const { shown, toggle, density, toggleDensity } = useTableChoices(label, columns)
  const visible = columns.filter(({ id }) => shown.has(id))
  const owner = JSON.stringify(list().key)
  const [filterText, setFilterText] = useAddressText('filter', owner)
  const [sort, setSort] = useAddressText('sort', owner)
  const pages = usePages(label, sortOf(sort, columns))
  const filter = filterText.trim()
  const filterBy = (text: string) => {
    setFilterText(text)
    pages.moveTo(0)
  }
  const chip = facet?.chosen
  const keep = facet && chip !== undefined ? (row: Row) => facet.of(row) === chip : undefined
  const found = useRows({
    label,
    list,
    more,
    columns: visible,
    filter,
    labelsOf: labels.of,
    keep,
    hasChips: facet !== undefined,
    pages,
    poll,
  })
  const { rows, busy } = found
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const top = useRef<HTMLDivElement>(null)
  const place = `${pages.args.pageToken ?? ''} ${pages.offset}`
  const shownPlace = useRef(place)
  useEffect(() => {
    // wait for the new rows: scrolling up while the old ones are still shown looks like a glitch
    if (busy || shownPlace.current === place) return
    shownPlace.current = place
    top.current?.closest('main')?.scrollTo({ top: 0 })
  }, [place, busy])
  if (found.error) throw found.error
  if (found.isEmpty) return empty

  const editLabels = (row: Row): Action => ({
    label: 'Edit labels',
    icon: 'edit',
    whyNot: scope && whyNotLabel({ ...scope, project: scope.project ?? row.projectName }, row.name),
    run: () => setLabeled(row),
  })
  const allActions = (row: Row) => {
    const own = actions?.(row) ?? []
    return [
      copyIdAction(row.id),
      ...own.filter(({ danger }) => !danger),
      ...(labels.isOffered ? [editLabels(row)] : []),
      ...own.filter(({ danger }) => danger),
    ]
  }
  const chosen = found.known.filter(({ id }) => selected.has(id))
  // of all rows, so that a filter without matches does not move the columns
  const canBulk = (found.all?.items ?? found.known).some((row) => actions?.(row).some(({ bulk }) => bulk))
  return (
    <div ref={top}>
      <div className="mb-2">
        <TableTools
          label={label}
          filter={filterText}
          onFilter={filterBy}
          note={found.count}
          columns={columns.map((column) => ({ id: column.id, title: titleOf(column), shown: shown.has(column.id) }))}
          onToggle={toggle}
          density={density}
          onDensity={toggleDensity}
          table={async () => {
            const { items, isComplete } = await found.everyRow()
            if (!isComplete) toast({ tone: 'info', content: `Exported the first ${items.length} rows.` })
            return [visible.map(titleOf), ...items.map((row) => visible.map((column) => column.text(row)))]
          }}
        />
      </div>
      {facet && <Chips facet={facet} rows={found.all} onChange={() => pages.moveTo(0)} />}
      <Table
        label={label}
        columns={visible.map((column) => ({ sortable: true, ...column }))}
        rows={rows}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        actions={(row) => allActions(row).map(menuItem)}
        selection={canBulk ? { keys: selected, onChange: select } : undefined}
        sort={pages.sort ?? BY_NAME}
        onSort={(wanted) => setSort(sortText(wanted))}
        keepWidths={filter !== '' || chip !== undefined}
        density={density}
        busy={busy}
        skeletonRows={found.isLoaded ? 0 : pages.size}
      />
      {rows.length === 0 && found.isLoaded && !busy && (
        <p className="py-6 text-center text-sm text-muted">
          {filter ? `No ${label} match '${filter}'.` : chip === undefined ? 'No more rows.' : `No ${label} left.`}
        </p>
      )}
      {/* below the rows, so that they stay where the pointer is */}
      <BulkBar
        nouns={label}
        chosen={chosen.map((row) => ({ key: row.id, name: row.name, actions: actions?.(row) ?? [] }))}
        onClear={() => select(new Set())}
        onDone={(keys) => select((was) => new Set([...was].filter((key) => !keys.includes(key))))}
      />
      <PaginationBar {...pages.sizes} {...found.pager} busy={busy} />
      {scope && labeled && (
        <LabelForm
          kind={scope.kind}
          resource={labeled}
          labels={labels.of(labeled)}
          onClose={() => setLabeled(undefined)}
        />
      )}
    </div>
  )
}

/** Before the time of creation, where tables end. */
function withLabels<Row>(
  columns: readonly ResourceColumn<Row>[],
  of: (row: Row) => readonly string[],
  onPick: (label: string) => void,
): readonly ResourceColumn<Row>[] {
  const end = columns.findIndex(({ id }) => id === 'created' || id === 'id')
  return columns.toSpliced(end === -1 ? columns.length : end, 0, labelsColumn(of, onPick))
}
