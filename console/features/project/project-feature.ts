// Projects: the list, and the forms over it.
import { FolderKanban } from '@lucide/icons'
import { searchSilo, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { labelsIn } from '../../label-queries.ts'
import { paths, places } from '../../paths.ts'
import { firstSteps } from '../first-steps/first-steps-queries.ts'
import { overview } from '../overview/overview-queries.ts'
import { projectList, projectView } from './project-queries.ts'
import { page } from '../../route.ts'

const routes = page({
  crumb: { text: 'Projects', to: places.projects },
  shape: ['strip', 'filter', 'rows'],
  load: () => [projectList(), overview(), firstSteps()],
  later: () => [labelsIn({ kind: 'project' })],
  code: () => import('./project-list.tsx'),
  children: [
    page({ path: places.projects }),
    formRoute({
      path: places.projectsNew,
      operation: 'project_create',
      crumb: 'New project',
      code: () => import('./project-form.tsx'),
      form: 'ProjectForm',
      next: ({ name }) => paths.instances({ project: name }),
    }),
    formRoute({
      path: places.projectEdit,
      operation: 'project_update',
      crumb: 'Edit project',
      reads: ({ project }) => ({ project: projectView(project), labeled: labelsIn({ kind: 'project' }) }),
      code: () => import('./project-form.tsx'),
      form: 'ProjectForm',
    }),
  ],
})

export const projectFeature: Feature = {
  silo: { routes: [routes], nav: { label: 'Projects', icon: FolderKanban, to: places.projects, letter: 'p' } },
  search: [searchSilo('Projects', projectList, ({ name }) => paths.instances({ project: name }))],
}
