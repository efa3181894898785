// An affinity group and its members.
import { useParams } from 'react-router'
import { GroupPage } from './group-page.tsx'

export default function AffinityGroupPage() {
  const { project = '', affinityGroup = '' } = useParams()
  return <GroupPage kind="affinity" project={project} group={affinityGroup} />
}
