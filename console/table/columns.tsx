// Columns that many tables share. Each also provides its text, for filter and export.
import type { ReactNode } from 'react'
import { CopyText, Truncate } from '../ui/display/copy.tsx'
import { DateTime } from '../ui/display/dates.tsx'
import { Dash } from '../ui/display/dash.tsx'
import { RowTitle } from '../ui/display/row-title.tsx'
import type { Column } from '../ui/display/table.tsx'
import { Link } from '../frame/link.tsx'
import { bytesText } from '../util/format.ts'

export interface ResourceColumn<Row> extends Column<Row> {
  /** its name in the column chooser and export; required if the header is not text */
  title?: string
  text: (row: Row) => string
  /** the sort key, if the text would sort wrongly */
  value?: (row: Row) => number | string
  /** hidden by default */
  hidden?: boolean
}

interface Named {
  name: string
}

/** The name as a link to the resource, or plain text if it has no page. */
export const nameColumn = <Row extends Named>(to?: (row: Row) => string | undefined): ResourceColumn<Row> => ({
  id: 'name',
  header: 'Name',
  sortable: true,
  text: ({ name }) => name,
  cell: (row) => <NameCell name={row.name} to={to?.(row)} />,
})

function NameCell({ name, to }: { name: string; to: string | undefined }): ReactNode {
  const text = (
    <RowTitle>
      <span className="font-medium">{name}</span>
    </RowTitle>
  )
  if (!to) return text
  return (
    <Link
      to={to}
      className="-mx-3 flex h-full items-center px-3 text-body underline decoration-line-strong underline-offset-3 hover:text-accent hover:decoration-current"
    >
      {text}
    </Link>
  )
}

export const descriptionColumn = <Row extends { description: string }>(): ResourceColumn<Row> => ({
  id: 'description',
  header: 'Description',
  text: ({ description }) => description,
  cell: ({ description }) => (description ? <Truncate text={description} maxLength={48} /> : <Dash />),
})

export const createdColumn = <Row extends { timeCreated: Date }>(): ResourceColumn<Row> => ({
  id: 'created',
  header: 'Created',
  text: ({ timeCreated }) => timeCreated.toISOString(),
  cell: ({ timeCreated }) => <DateTime value={timeCreated} />,
})

export const idColumn = <Row extends { id: string }>(): ResourceColumn<Row> => ({
  id: 'id',
  header: 'ID',
  sortable: true,
  hidden: true,
  text: ({ id }) => id,
  cell: ({ id }) => <CopyText text={id} maxLength={36} />,
})

export const titleOf = <Row,>({ title, header, id }: ResourceColumn<Row>) =>
  title ?? (typeof header === 'string' ? header : id)

export const sizeColumn = <Row extends { size: number }>(): ResourceColumn<Row> => ({
  id: 'size',
  header: 'Size',
  align: 'right',
  text: ({ size }) => bytesText(size),
  value: ({ size }) => size,
  cell: ({ size }) => bytesText(size),
})
