// A new project, over the list.
import { useNavigate } from 'react-router'
import { ProjectForm } from './project-form.tsx'
import { paths } from '../../paths.ts'
import { projectHome } from './project-home.ts'

export default function ProjectNewPage() {
  const navigate = useNavigate()
  return (
    <ProjectForm
      onDone={({ name }) => navigate(projectHome(name) ?? paths.projects())}
      onClose={() => void navigate(paths.projects())}
    />
  )
}
