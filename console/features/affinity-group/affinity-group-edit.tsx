// Editing the name and description of a group of either kind, over its page.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { GroupForm } from './affinity-group-form.tsx'
import { kinds, type Kind } from './affinity-group-kind.ts'

function GroupEditPage({ kind }: { kind: Kind }) {
  const navigate = useNavigate()
  const { project = '', group: name = '' } = useParams()
  const group = useData(kind.view(project, name))
  const to = (group: string) => navigate(kind.path({ project, group }))
  return (
    <GroupForm
      kind={kind}
      project={project}
      group={group}
      onDone={(saved) => to(saved.name)}
      onClose={() => void to(name)}
    />
  )
}

export const editPages = {
  affinity: () => <GroupEditPage kind={kinds.affinity} />,
  'anti-affinity': () => <GroupEditPage kind={kinds['anti-affinity']} />,
}
