// Floating IPs of a project: the list, and the forms over it.
import { Globe } from '@lucide/icons'
import { searchProjects, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { labelsIn } from '../../label-queries.ts'
import { paths, places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { page } from '../../route.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { first1000IpPools } from '../ip-pool/ip-pool-queries.ts'
import { floatingIpList, floatingIpView } from './floating-ip-queries.ts'

const routes = page({
  crumb: { text: 'Floating IPs', to: places.floatingIps },
  load: ({ project = '' }) => [floatingIpList(project), first1000Instances(project), first1000IpPools()],
  later: ({ project = '' }) => [platform(), labelsIn({ kind: 'floating_ip', project })],
  code: () => import('./floating-ip-list.tsx'),
  children: [
    page({ path: places.floatingIps }),
    formRoute({
      path: places.floatingIpsNew,
      operation: 'floating_ip_create',
      crumb: 'New floating IP',
      code: () => import('./floating-ip-form.tsx'),
      form: 'FloatingIpCreateForm',
    }),
    formRoute({
      path: places.floatingIpEdit,
      operation: 'floating_ip_update',
      crumb: 'Edit floating IP',
      reads: ({ project, floatingIp }) => ({ floatingIp: floatingIpView(project, floatingIp) }),
      code: () => import('./floating-ip-form.tsx'),
      form: 'FloatingIpEditForm',
    }),
  ],
})

export const floatingIpFeature: Feature = {
  project: { routes: [routes], nav: { label: 'Floating IPs', icon: Globe, to: places.floatingIps, letter: 'f' } },
  search: [
    searchProjects('Floating IPs', floatingIpList, ({ name }, project) =>
      paths.floatingIpEdit({ project, floatingIp: name }),
    ),
  ],
}
