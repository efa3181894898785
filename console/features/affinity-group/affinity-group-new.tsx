// A new group of either kind, over the list.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { GroupForm } from './affinity-group-form.tsx'
import { kinds, type Kind } from './affinity-group-kind.ts'

function GroupNewPage({ kind }: { kind: Kind }) {
  const navigate = useNavigate()
  const { project = '' } = useParams()
  return (
    <GroupForm
      kind={kind}
      project={project}
      onDone={({ name }) => navigate(kind.path({ project, group: name }))}
      onClose={() => void navigate(paths.affinity({ project }))}
    />
  )
}

export const newPages = {
  affinity: () => <GroupNewPage kind={kinds.affinity} />,
  'anti-affinity': () => <GroupNewPage kind={kinds['anti-affinity']} />,
}
