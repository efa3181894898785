// A new affinity group, over the list.
import { useNavigate, useParams } from 'react-router'
import { GroupForm } from './affinity-group-form.tsx'
import { paths } from '../../paths.ts'

export default function AffinityGroupNewPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  return (
    <GroupForm
      kind="affinity"
      project={project}
      onDone={({ name }) => navigate(paths.affinityGroup({ project, affinityGroup: name }))}
      onClose={() => void navigate(paths.affinity({ project }))}
    />
  )
}
