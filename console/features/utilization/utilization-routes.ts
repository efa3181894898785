// Utilization: of the silo.
import { places } from '../../paths.ts'
import { everyProject, utilization } from '../../queries.ts'
import { page, type Load } from '../../route.ts'

const load: Load = () => {
  // the charts' answers are asked for beside the page's code, and come after its numbers; a failure shows where they are drawn
  import('../../chart/levels.ts').then(({ warmSiloLevels }) => warmSiloLevels()).catch(() => undefined)
  return [everyProject(), utilization()]
}

export const siloUtilizationRoutes = page({
  path: places.siloUtilization,
  crumb: 'Utilization',
  load,
  // the drawing with the page, not after it
  code: async () =>
    (await Promise.all([import('./silo-utilization.tsx'), import('../../chart/time-chart-plot.tsx')]))[0],
})
