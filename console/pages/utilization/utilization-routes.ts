// Utilization: of the silo.
import { places } from '../../paths.ts'
import { everyProject, utilization } from '../../queries.ts'
import { page } from '../../route.ts'

export const siloUtilizationRoutes = page({
  path: places.siloUtilization,
  crumb: 'Utilization',
  load: () => [everyProject(), utilization()],
  code: () => import('./silo-utilization.tsx'),
})
