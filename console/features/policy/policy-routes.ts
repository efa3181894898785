// Access: of the silo, and of a project.
import { places } from '../../paths.ts'
import { everyGroup, everyUser, projectPolicy, siloPolicy } from '../../queries.ts'
import { page } from '../../route.ts'

export const siloAccessRoutes = page({
  path: places.siloAccess,
  crumb: 'Access',
  load: () => [siloPolicy(), everyUser(), everyGroup()],
  code: () => import('./silo-access.tsx'),
})

export const projectAccessRoutes = page({
  path: places.projectAccess,
  crumb: 'Access',
  load: ({ project = '' }) => [projectPolicy(project), siloPolicy(), everyUser(), everyGroup()],
  code: () => import('./project-access.tsx'),
})
