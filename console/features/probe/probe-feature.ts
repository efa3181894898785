// Probes, the operators' test machines in a project: the list, one of them, and the form for a new one. For fleet viewers only.
import { Radar } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { requireFleetViewer } from '../../me-queries.ts'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { page, pane } from '../../route.ts'
import { first1000IpPools } from '../ip-pool/ip-pool-queries.ts'
import { first1000Sleds } from '../sled/sled-queries.ts'
import { probeList, probeView } from './probe-queries.ts'

const list = page({
  crumb: { text: 'Probes', to: places.probes },
  load: ({ project = '' }) => [probeList(project), first1000Sleds()],
  code: () => import('./probe-list.tsx'),
  children: [
    page({ path: places.probes }),
    formRoute({
      path: places.probesNew,
      operation: 'probe_create',
      crumb: 'New probe',
      load: () => [first1000IpPools()],
      code: () => import('./probe-form.tsx'),
      form: 'ProbeForm',
    }),
    formRoute({
      path: places.probe,
      crumb: 'Probe',
      reads: ({ project, probe }) => ({ probe: probeView(project, probe) }),
      code: () => import('./probe-view.tsx'),
      form: 'ProbeView',
    }),
  ],
})

export const probeFeature: Feature = {
  project: {
    routes: [{ ...pane([list]), loader: requireFleetViewer }],
    nav: { label: 'Probes', icon: Radar, to: places.probes, fleetOnly: true },
  },
}
