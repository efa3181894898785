// An existing anti-affinity group's name and description, over its page.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../api.ts'
import { GroupForm } from './affinity-group-form.tsx'
import { paths } from '../../paths.ts'
import { antiAffinityGroupView } from './affinity-group-queries.ts'

export default function AntiAffinityGroupEditPage() {
  const navigate = useNavigate()
  const { project = '', antiAffinityGroup = '' } = useParams()
  const group = useData(antiAffinityGroupView(project, antiAffinityGroup))
  const to = (name: string) => navigate(paths.antiAffinityGroup({ project, antiAffinityGroup: name }))
  return (
    <GroupForm
      kind="anti-affinity"
      project={project}
      group={group}
      onDone={({ name }) => to(name)}
      onClose={() => void to(antiAffinityGroup)}
    />
  )
}
