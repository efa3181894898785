// Editing a router, over the list.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { paths } from '../../paths.ts'
import { RouterForm } from './vpc-router-form.tsx'
import { routerView } from './vpc-router-queries.ts'

export default function RouterEditPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '', router = '' } = useParams()
  const leave = () => navigate(paths.routers({ project, vpc }))
  return (
    <RouterForm
      project={project}
      vpc={vpc}
      router={useData(routerView(project, vpc, router))}
      onDone={leave}
      onClose={() => void leave()}
    />
  )
}
