// Access: of the fleet, of the silo, and of a project.
import { ShieldCheck } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { everyGroup } from '../group/group-queries.ts'
import { fleetIdentities, fleetPolicy, projectPolicy, siloPolicy } from './policy-queries.ts'
import { everyUser } from '../user/user-queries.ts'
import { page } from '../../route.ts'

const siloIdentities = () => [everyUser(), everyGroup()]

const siloAccess = page({
  path: places.siloAccess,
  crumb: 'Access',
  load: () => [siloPolicy()],
  later: siloIdentities,
  code: () => import('./silo-access.tsx'),
})

const projectAccess = page({
  path: places.projectAccess,
  crumb: 'Access',
  load: ({ project = '' }) => [projectPolicy(project), siloPolicy()],
  later: siloIdentities,
  code: () => import('./project-access.tsx'),
})

const fleetAccess = page({
  path: places.systemAccess,
  crumb: 'Fleet access',
  load: () => [fleetPolicy()],
  later: () => [fleetIdentities()],
  code: () => import('./fleet-access.tsx'),
})

export const policyFeature: Feature = {
  project: {
    routes: [projectAccess],
    nav: { label: 'Access', icon: ShieldCheck, to: places.projectAccess, letter: 'a' },
  },
  system: { routes: [fleetAccess], nav: { label: 'Access', icon: ShieldCheck, to: places.systemAccess, letter: 'a' } },
  silo: { routes: [siloAccess], nav: { label: 'Access', icon: ShieldCheck, to: places.siloAccess, letter: 'a' } },
}
