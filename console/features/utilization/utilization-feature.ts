// Utilization: of the silo.
import { Gauge } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { first1000Projects } from '../project/project-queries.ts'
import { utilization } from './utilization-queries.ts'
import { page, type Load } from '../../route.ts'

const load: Load = () => {
  // the charts' answers are asked for beside the page's code, and come after its numbers; a failure shows where they are drawn
  import('../../chart/levels.ts').then(({ warmSiloLevels }) => warmSiloLevels()).catch(() => undefined)
  return [first1000Projects(), utilization()]
}

const siloUtilization = page({
  path: places.siloUtilization,
  crumb: 'Utilization',
  load,
  // the drawing with the page, not after it
  code: async () =>
    (await Promise.all([import('./silo-utilization.tsx'), import('../../chart/time-chart-plot.tsx')]))[0],
})

export const utilizationFeature: Feature = {
  silo: {
    routes: [siloUtilization],
    nav: { label: 'Utilization', icon: Gauge, to: places.siloUtilization, letter: 'u' },
  },
}
