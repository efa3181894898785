// Who changed what about an instance.
import { useParams } from 'react-router'
import { Activity } from './activity.tsx'
import { instanceScope } from './activity-queries.ts'

export default function ActivityTab() {
  const { project = '', instance = '' } = useParams()
  return <Activity scope={instanceScope(project, instance)} />
}
