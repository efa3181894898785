// All physical disks, and the sled each is in.
import type { Model } from '#contract/client.ts'
import { useData } from '../../use-api.ts'
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { Dash } from '../../ui/display/dash.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { first1000Sleds } from '../sled/sled-queries.ts'
import { physicalDiskList } from './physical-disk-queries.ts'
import { PhysicalDiskTable } from './physical-disk-table.tsx'

const sledColumn = (serials: ReadonlyMap<string, string>): Column<Model<'PhysicalDisk'>> => ({
  id: 'sled',
  header: 'Sled',
  cell: ({ sledId }) =>
    sledId ? <TextLink to={paths.sledDisks({ sledId })}>{serials.get(sledId) ?? sledId}</TextLink> : <Dash />,
})

export default function PhysicalDiskListTab() {
  const serials = new Map(useData(first1000Sleds()).items.map(({ id, baseboard }) => [id, baseboard.serial]))
  return <PhysicalDiskTable list={physicalDiskList} more={[sledColumn(serials)]} />
}
