// Access: of the silo.
import { places } from '../../paths.ts'
import { everyGroup, everyUser, siloPolicy } from '../../queries.ts'
import { page } from '../../route.ts'

export const siloAccessRoutes = page({
  path: places.siloAccess,
  crumb: 'Access',
  load: () => [siloPolicy(), everyUser(), everyGroup()],
  code: () => import('./silo-access.tsx'),
})
