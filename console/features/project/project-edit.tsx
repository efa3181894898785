// An existing project's name and description, over the list.
import { useNavigate, useParams } from 'react-router'
import { useData } from '../../use-api.ts'
import { ProjectForm } from './project-form.tsx'
import { paths } from '../../paths.ts'
import { projectView } from './project-queries.ts'

export default function ProjectEditPage() {
  const navigate = useNavigate()
  const project = useData(projectView(useParams().project ?? ''))
  const back = () => navigate(paths.projects())
  return <ProjectForm project={project} onDone={back} onClose={() => void back()} />
}
