// The column of a size in bytes. Not in columns.tsx, which every list loads.
import { bytesText } from '../util/format.ts'
import type { ResourceColumn } from './columns.tsx'

export const sizeColumn = <Row extends { size: number }>(): ResourceColumn<Row> => ({
  id: 'size',
  header: 'Size',
  align: 'right',
  text: ({ size }) => bytesText(size),
  value: ({ size }) => size,
  cell: ({ size }) => bytesText(size),
})
