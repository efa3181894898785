// The physical disks of a sled.
import { useParams } from 'react-router'
import { PhysicalDiskTable } from './physical-disk-table.tsx'
import { sledDisks } from '../sled/sled-queries.ts'

export default function SledDisksTab() {
  const { sledId = '' } = useParams()
  return <PhysicalDiskTable list={(page) => sledDisks(sledId, page)} />
}
