// Utilization: of the silo, and of the fleet for operators.
import { Gauge } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { first1000Projects } from '../project/project-queries.ts'
import { first1000Silos } from '../silo/silo-queries.ts'
import { first1000SledLoads, first1000Sleds } from '../sled/sled-queries.ts'
import { cpuOvercommit, first1000SiloUtilizations, utilization } from './utilization-queries.ts'
import { page, type Load } from '../../route.ts'

const load: Load = () => {
  // chart data is prefetched in parallel with the page's code, after its numbers; a failure shows in the charts
  import('../../chart/levels.ts').then(({ warmSiloLevels }) => warmSiloLevels()).catch(() => undefined)
  return [first1000Projects(), utilization()]
}

const siloUtilization = page({
  path: places.siloUtilization,
  crumb: 'Utilization',
  shape: ['meters', 'charts'],
  load,
  // load the chart code with the page, not after it
  code: async () =>
    (await Promise.all([import('./silo-utilization.tsx'), import('../../chart/time-chart-plot.tsx')]))[0],
})

const loadSystem: Load = (_, search) => {
  if (search.get('tab') === 'metrics')
    import('../../chart/levels.ts').then(({ warmSystemLevels }) => warmSystemLevels()).catch(() => undefined)
  return [first1000SiloUtilizations(), first1000Silos(), first1000Sleds(), first1000SledLoads(), cpuOvercommit()]
}

const systemUtilization = page({
  path: places.systemUtilization,
  crumb: 'Utilization',
  shape: ['meters', 'tabs', 'card', 'rows'],
  load: loadSystem,
  code: () => import('./system-utilization.tsx'),
})

export const utilizationFeature: Feature = {
  system: {
    routes: [systemUtilization],
    nav: { label: 'Utilization', icon: Gauge, to: places.systemUtilization, letter: 'u' },
  },
  silo: {
    routes: [siloUtilization],
    nav: { label: 'Utilization', icon: Gauge, to: places.siloUtilization, letter: 'u' },
  },
}
