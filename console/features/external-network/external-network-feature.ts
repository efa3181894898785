// External networks, for operators: where the addresses of pools live, and the hosts that carry the traffic.
import { Globe } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { searchSystem } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { paths, places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { page } from '../../route.ts'
import { first1000SystemIpPools } from '../ip-pool/ip-pool-queries.ts'
import { externalNetworkList, first1000ExternalNetworks, systemNetwork } from './external-network-queries.ts'

const list = page({
  load: () => [externalNetworkList(), first1000SystemIpPools(), platform()],
  code: () => import('./external-network-list.tsx'),
  children: [
    page({ path: places.externalNetworks }),
    formRoute({
      path: places.externalNetworksNew,
      operation: 'external_network_create',
      crumb: 'New external network',
      load: () => [first1000ExternalNetworks(), first1000SystemIpPools(), systemNetwork()],
      code: () => import('./external-network-form.tsx'),
      form: 'ExternalNetworkForm',
    }),
  ],
})

const hosts = page({
  path: places.networkHosts,
  crumb: 'Hosts',
  load: () => [systemNetwork()],
  code: () => import('./network-host-list.tsx'),
})

const tabs = page({
  shape: ['tabs', 'rows'],
  code: () => import('./external-network-page.tsx'),
  children: [list, hosts],
})

export const externalNetworkFeature: Feature = {
  system: {
    routes: [page({ crumb: { text: 'External networks', to: places.externalNetworks }, children: [tabs] })],
    nav: { label: 'External networks', icon: Globe, to: places.externalNetworks },
  },
  search: [searchSystem('External networks', externalNetworkList, () => paths.externalNetworks())],
}
