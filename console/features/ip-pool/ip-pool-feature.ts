// IP pools, for operators: the list, a pool's page, and the forms over them.
import { Waypoints } from '@lucide/icons'
import { searchSystem, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { paths, places } from '../../paths.ts'
import { leadsTo, page } from '../../route.ts'
import { first1000Silos } from '../silo/silo-queries.ts'
import {
  ipPoolAddresses,
  ipPoolList,
  ipPoolRanges,
  ipPoolSilos,
  ipPoolUtilization,
  ipPoolView,
  serviceIpPool,
  serviceIpPoolRanges,
} from './ip-pool-queries.ts'

const list = page({
  load: () => [ipPoolList()],
  code: () => import('./ip-pool-list.tsx'),
  children: [
    page({ path: places.ipPools }),
    formRoute({
      path: places.ipPoolsNew,
      operation: 'ip_pool_create',
      crumb: 'New IP pool',
      code: () => import('./ip-pool-form.tsx'),
      form: 'IpPoolForm',
      next: ({ name }) => paths.ipPool({ pool: name }),
    }),
  ],
})

const pool = page({
  crumb: { text: ({ pool: name = '' }) => name, to: places.ipPool },
  shape: ['meters', 'facts3', 'tabs', 'filter', 'rows'],
  load: ({ pool: name = '' }, search) => [
    ipPoolView(name),
    ipPoolSilos(name),
    ipPoolRanges(name),
    ipPoolUtilization(name),
    first1000Silos(),
    ...(search.get('tab') === 'addresses' ? [ipPoolAddresses(name)] : []),
  ],
  code: () => import('./ip-pool-page.tsx'),
  children: [
    page({ path: places.ipPool }),
    formRoute({
      path: places.ipPoolEdit,
      operation: 'ip_pool_update',
      crumb: 'Edit IP pool',
      reads: ({ pool }) => ({ pool: ipPoolView(pool) }),
      code: () => import('./ip-pool-form.tsx'),
      form: 'IpPoolForm',
      next: ({ name }) => paths.ipPool({ pool: name }),
    }),
    formRoute({
      path: places.ipPoolRangesAdd,
      operation: 'ip_pool_range_add',
      crumb: 'Add range',
      code: () => import('./ip-pool-range-form.tsx'),
      form: 'IpPoolRangeForm',
    }),
  ],
})

const servicePool = page({
  crumb: { text: 'Service IP pool', to: places.serviceIpPool },
  shape: ['facts2', 'rows'],
  load: () => [serviceIpPool(), serviceIpPoolRanges()],
  code: () => import('./service-ip-pool-page.tsx'),
  children: [
    page({ path: places.serviceIpPool }),
    formRoute({
      path: places.serviceIpPoolRangesAdd,
      operation: 'ip_pool_service_range_add',
      crumb: 'Add range',
      code: () => import('./ip-pool-range-form.tsx'),
      form: 'ServiceIpPoolRangeForm',
    }),
  ],
})

export const ipPoolFeature: Feature = {
  system: {
    routes: [
      leadsTo(places.systemNetworking, places.ipPools),
      page({ crumb: { text: 'IP pools', to: places.ipPools }, children: [list, pool, servicePool] }),
    ],
    nav: { label: 'IP pools', icon: Waypoints, to: places.ipPools, letter: 'o' },
  },
  search: [searchSystem('IP pools', ipPoolList, ({ name }) => paths.ipPool({ pool: name }))],
}
