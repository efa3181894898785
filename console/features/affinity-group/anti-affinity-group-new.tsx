// A new anti-affinity group, over the list.
import { useNavigate, useParams } from 'react-router'
import { GroupForm } from './affinity-group-form.tsx'
import { paths } from '../../paths.ts'

export default function AntiAffinityGroupNewPage() {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  return (
    <GroupForm
      kind="anti-affinity"
      project={project}
      onDone={({ name }) => navigate(paths.antiAffinityGroup({ project, antiAffinityGroup: name }))}
      onClose={() => void navigate(paths.affinity({ project }))}
    />
  )
}
