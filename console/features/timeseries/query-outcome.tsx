// The result of a query, as a chart and as a table; or why there is none.
import { Download } from '@lucide/icons'
import { useMemo } from 'react'
import { ApiError } from '#contract/errors.ts'
import { TimeChart } from '../../chart/time-chart.tsx'
import { CopyText } from '../../ui/display/copy.tsx'
import { cx } from '../../ui/display/cx.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Table, type Column } from '../../ui/display/table.tsx'
import { QueryTabs } from '../../ui/display/tabs.tsx'
import { Button } from '../../ui/input/button.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { csv, download } from '../../util/csv.ts'
import { sampleTimeText } from '../../util/time-text.ts'
import type { Schema } from './completion.ts'
import { EDITOR_ID } from './oxql-editor.tsx'
import { chartOf, columnsOf, errorSpot, offsetOf, rowsOf, type Names, type ResultRow } from './result-data.ts'
import type { QueryResult } from '../../chart/series.ts'

type ResultTable = QueryResult['tables'][number]

/** Where the query is wrong, with a way to get there. */
export function QueryFailure({ error, query }: { error: unknown; query: string }) {
  const message = error instanceof Error ? error.message : String(error)
  const spot = errorSpot(message)
  const goTo = () => {
    const editor = document.getElementById(EDITOR_ID)
    if (!(editor instanceof HTMLTextAreaElement) || !spot) return
    const at = offsetOf(query, spot)
    editor.focus()
    editor.setSelectionRange(at, at + 1)
  }
  return (
    <div role="alert" className="space-y-2 rounded-md border border-danger p-4">
      <p className="font-medium">The query failed</p>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
        tabIndex={0}
        aria-label="Error"
        // the marker under the wrong place must stay there
        className={cx('font-mono text-xs', spot ? 'overflow-x-auto' : 'wrap-anywhere whitespace-pre-wrap')}
      >
        {message}
      </pre>
      {spot && (
        <Button size="sm" onClick={goTo}>
          Go to line {spot.line}, column {spot.column}
        </Button>
      )}
      {error instanceof ApiError && error.requestId && (
        <p className="flex flex-wrap items-center gap-2 text-xs text-muted">
          Request <CopyText text={error.requestId} />
        </p>
      )}
    </div>
  )
}

interface QueryOutcomeProps {
  result: QueryResult | undefined
  asked: string
  schemas: readonly Schema[]
  names: Names
}

export function QueryOutcome({ result, asked, schemas, names }: QueryOutcomeProps) {
  if (!result)
    return asked === '' ? (
      <EmptyState title="No query yet" text="Select a timeseries, or enter a query and run it." />
    ) : (
      <TimeChart title="Result" unit="loading" data={undefined} />
    )
  const isEmpty = result.tables.every(({ timeseries }) => Object.keys(timeseries).length === 0)
  if (isEmpty)
    return <EmptyState title="No data" text="No points match the query. Try a longer time range or other filters." />
  return (
    <QueryTabs
      label="Result"
      param="view"
      tabs={[
        {
          value: 'chart',
          label: 'Chart',
          content: result.tables.map((table) => <ResultChart key={table.name} {...{ table, schemas, names }} />),
        },
        {
          value: 'table',
          label: 'Table',
          content: result.tables.map((table) => <ResultRows key={table.name} {...{ table, names }} />),
        },
      ]}
    />
  )
}

interface ResultProps {
  table: ResultTable
  names: Names
}

function ResultChart({ table, schemas, names }: ResultProps & { schemas: readonly Schema[] }) {
  const chart = useMemo(() => chartOf(table, names), [table, names])
  if (!chart) return <EmptyState title="No chart" text="These values cannot be charted. See the table." />
  const units = schemas.find(({ timeseriesName }) => timeseriesName === table.name)?.units ?? 'none'
  return (
    <TimeChart
      title={table.name}
      unit={units === 'none' ? 'value' : units.replaceAll('_', ' ')}
      text={chart.hidden > 0 && `${chart.hidden} more series are not drawn. Add filters or group_by.`}
      data={chart.data}
    />
  )
}

const MAX_ROWS = 200

interface NumberedRow {
  row: ResultRow
  at: number
}

const columnsFor = (fields: readonly string[], names: Names): Column<NumberedRow>[] => [
  { id: 'time', header: 'Time', cell: ({ row }) => sampleTimeText(new Date(row.time)) },
  ...fields.map((field) => ({
    id: field,
    header: field,
    cell: ({ row }: NumberedRow) => <FieldValue value={row.fields[field] ?? ''} names={names} />,
  })),
  {
    id: 'value',
    header: 'Value',
    align: 'right',
    early: true,
    cell: ({ row }) => <span className="tabular-nums">{row.value || 'no data'}</span>,
  },
]

/** The name of what it identifies, with the ID in a tooltip. */
function FieldValue({ value, names }: { value: string; names: Names }) {
  const name = names.get(value)
  return name === undefined ? (
    <span className="font-mono text-xs">{value}</span>
  ) : (
    <Tooltip content={<span className="font-mono">{value}</span>}>
      <span>{name}</span>
    </Tooltip>
  )
}

function ResultRows({ table, names }: ResultProps) {
  const rows = useMemo(() => rowsOf(table), [table])
  const columns = useMemo(() => columnsOf(table), [table])
  const save = () =>
    download(
      `${table.name.replaceAll(/\W+/g, '-')}.csv`,
      csv([
        ['time', ...columns, 'value'],
        ...rows.map(({ time, fields, value }) => [time, ...columns.map((name) => fields[name] ?? ''), value]),
      ]),
    )
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm text-muted">
          {rows.length > MAX_ROWS
            ? `The newest ${MAX_ROWS} of ${rows.length.toLocaleString()} points`
            : `${rows.length} ${rows.length === 1 ? 'point' : 'points'}`}
        </p>
        <span className="ml-auto">
          <Button size="sm" onClick={save}>
            <Icon icon={Download} />
            Download CSV
          </Button>
        </span>
      </div>
      <Table
        label={table.name}
        density="compact"
        columns={columnsFor(columns, names)}
        rows={rows.slice(0, MAX_ROWS).map((row, at) => ({ row, at }))}
        rowKey={({ at }) => String(at)}
      />
    </div>
  )
}
