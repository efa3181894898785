// A new router, over the list.
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { RouterForm } from './vpc-router-form.tsx'

export default function RouterNewPage() {
  const navigate = useNavigate()
  const { project = '', vpc = '' } = useParams()
  return (
    <RouterForm
      project={project}
      vpc={vpc}
      onDone={({ name }) => navigate(paths.router({ project, vpc, router: name }))}
      onClose={() => void navigate(paths.routers({ project, vpc }))}
    />
  )
}
