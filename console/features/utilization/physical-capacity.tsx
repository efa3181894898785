// What the sleds provide against what is provisioned, and how much more fits.
import { useData } from '../../use-api.ts'
import { TableCard } from '../../table/table-card.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { counted } from '../../util/count.ts'
import { bytesText, fullNum } from '../../util/format.ts'
import { first1000SledLoads, first1000Sleds, loadsIn } from '../sled/sled-queries.ts'
import { capacityOf, type Capacity, type Counts } from './capacity.ts'

interface Row {
  name: string
  key: keyof Capacity['provided']
  text: (amount: number) => string
}

const rows: readonly Row[] = [
  { name: 'CPU', key: 'cpus', text: (count) => `${fullNum(count)} threads` },
  { name: 'Memory', key: 'memory', text: (size) => bytesText(size) },
  { name: 'Storage', key: 'storage', text: (size) => bytesText(size) },
]

const amountColumn = (capacity: Capacity, id: keyof Capacity, header: string): Column<Row> => ({
  id,
  header,
  align: 'right',
  early: id === 'fits',
  cell: ({ key, text }) => text(capacity[id][key]),
})

/** `provisioned` is the sum over all silos. */
export function PhysicalCapacity({ provisioned }: { provisioned: Counts }) {
  const sleds = useData(first1000Sleds()).items
  const capacity = capacityOf(sleds, loadsIn(useData(first1000SledLoads())), provisioned)
  return (
    <TableCard
      title="Physical capacity"
      text={`${counted(sleds.length, 'sled')} in service. What still fits is 70% of the threads and memory of provisionable sleds, and 90.9% of 32 TiB per sled, less what is provisioned.`}
      columns={[
        { id: 'resource', header: 'Resource', cell: ({ name }) => name },
        amountColumn(capacity, 'provided', 'Provided'),
        amountColumn(capacity, 'provisioned', 'Provisioned'),
        amountColumn(capacity, 'free', 'Free'),
        amountColumn(capacity, 'fits', 'Still fits'),
      ]}
      rows={rows}
      rowKey={({ key }) => key}
      rowLabel={({ name }) => name}
    />
  )
}
