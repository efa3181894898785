// Projects: the list, and the forms over it.
import { paths, places } from '../../paths.ts'
import { projectList, projectView } from '../../queries.ts'
import { form, page } from '../../route.ts'

export const projectRoutes = page({
  crumb: { text: 'Projects', to: () => paths.projects() },
  load: () => [projectList()],
  code: () => import('./project-list.tsx'),
  children: [
    page({ path: places.projects }),
    form({ path: places.projectsNew, crumb: 'New project', code: () => import('./project-new.tsx') }),
    form({
      path: places.projectEdit,
      crumb: 'Edit project',
      load: ({ project }) => [projectView(project ?? '')],
      code: () => import('./project-edit.tsx'),
    }),
  ],
})
