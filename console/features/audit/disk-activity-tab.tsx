// Who changed what about a disk.
import { useParams } from 'react-router'
import { Activity } from './activity.tsx'
import { diskScope } from './activity-queries.ts'

export default function DiskActivityTab() {
  const { project = '', disk = '' } = useParams()
  return <Activity scope={diskScope(project, disk)} />
}
