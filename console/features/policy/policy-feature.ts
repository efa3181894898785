// Access: of the silo, and of a project.
import { ShieldCheck } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { everyGroup } from '../group/group-queries.ts'
import { projectPolicy, siloPolicy } from './policy-queries.ts'
import { everyUser } from '../user/user-queries.ts'
import { page } from '../../route.ts'

const siloAccess = page({
  path: places.siloAccess,
  crumb: 'Access',
  load: () => [siloPolicy(), everyUser(), everyGroup()],
  code: () => import('./silo-access.tsx'),
})

const projectAccess = page({
  path: places.projectAccess,
  crumb: 'Access',
  load: ({ project = '' }) => [projectPolicy(project), siloPolicy(), everyUser(), everyGroup()],
  code: () => import('./project-access.tsx'),
})

export const policyFeature: Feature = {
  project: {
    routes: [projectAccess],
    nav: { label: 'Access', icon: ShieldCheck, to: places.projectAccess, letter: 'a' },
  },
  silo: { routes: [siloAccess], nav: { label: 'Access', icon: ShieldCheck, to: places.siloAccess, letter: 'a' } },
}
