// An anti-affinity group and its members.
import { useParams } from 'react-router'
import { GroupPage } from './group-page.tsx'

export default function AntiAffinityGroupPage() {
  const { project = '', antiAffinityGroup = '' } = useParams()
  return <GroupPage kind="anti-affinity" project={project} group={antiAffinityGroup} />
}
