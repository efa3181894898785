// Probes, the operators' test machines in a project: the list, one of them, and the form for a new one. For fleet viewers only.
import { Radar } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { requireFleetViewer } from '../../me-queries.ts'
import { paths, places } from '../../paths.ts'
import { form, page, pane } from '../../route.ts'
import { first1000IpPools } from '../ip-pool/ip-pool-queries.ts'
import { first1000Sleds } from '../sled/sled-queries.ts'
import { probeList, probeView } from './probe-queries.ts'

const list = page({
  crumb: { text: 'Probes', to: ({ project = '' }) => paths.probes({ project }) },
  load: ({ project = '' }) => [probeList(project), first1000Sleds()],
  code: () => import('./probe-list.tsx'),
  children: [
    page({ path: places.probes }),
    form({
      path: places.probesNew,
      crumb: 'New probe',
      load: () => [first1000IpPools()],
      code: () => import('./probe-new.tsx'),
    }),
    form({
      path: places.probe,
      crumb: 'Probe',
      load: ({ project = '', probe = '' }) => [probeView(project, probe)],
      code: () => import('./probe-view.tsx'),
    }),
  ],
})

export const probeFeature: Feature = {
  project: {
    routes: [{ ...pane([list]), loader: requireFleetViewer }],
    nav: { label: 'Probes', icon: Radar, to: places.probes, fleetOnly: true },
  },
}
