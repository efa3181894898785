// An existing affinity group's name and description, over its page.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../api.ts'
import { GroupForm } from './affinity-group-form.tsx'
import { paths } from '../../paths.ts'
import { affinityGroupView } from './affinity-group-queries.ts'

export default function AffinityGroupEditPage() {
  const navigate = useNavigate()
  const { project = '', affinityGroup = '' } = useParams()
  const group = useData(affinityGroupView(project, affinityGroup))
  const to = (name: string) => navigate(paths.affinityGroup({ project, affinityGroup: name }))
  return (
    <GroupForm
      kind="affinity"
      project={project}
      group={group}
      onDone={({ name }) => to(name)}
      onClose={() => void to(affinityGroup)}
    />
  )
}
