// A new project, over the list.
import { useNavigate } from 'react-router'
import { ProjectForm } from './project-form.tsx'
import { paths } from '../../paths.ts'

export default function ProjectNewPage() {
  const navigate = useNavigate()
  return (
    <ProjectForm
      onDone={({ name }) => navigate(paths.instances({ project: name }))}
      onClose={() => void navigate(paths.projects())}
    />
  )
}
