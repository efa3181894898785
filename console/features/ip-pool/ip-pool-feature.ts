// IP pools, for operators: the list, a pool's page, and the forms over them.
import { Waypoints } from '@lucide/icons'
import { searchSystem, type Feature } from '../../feature.ts'
import { paths, places } from '../../paths.ts'
import { form, leadsTo, page } from '../../route.ts'
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
    form({ path: places.ipPoolsNew, crumb: 'New IP pool', code: () => import('./ip-pool-new.tsx') }),
  ],
})

const pool = page({
  crumb: { text: ({ pool: name = '' }) => name, to: ({ pool: name = '' }) => paths.ipPool({ pool: name }) },
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
    form({ path: places.ipPoolEdit, crumb: 'Edit IP pool', code: () => import('./ip-pool-edit.tsx') }),
    form({ path: places.ipPoolRangesAdd, crumb: 'Add range', code: () => import('./ip-pool-range-add.tsx') }),
  ],
})

const servicePool = page({
  crumb: { text: 'Service IP pool', to: () => paths.serviceIpPool() },
  shape: ['facts2', 'rows'],
  load: () => [serviceIpPool(), serviceIpPoolRanges()],
  code: () => import('./service-ip-pool-page.tsx'),
  children: [
    page({ path: places.serviceIpPool }),
    form({
      path: places.serviceIpPoolRangesAdd,
      crumb: 'Add range',
      code: () => import('./service-ip-pool-range-add.tsx'),
    }),
  ],
})

export const ipPoolFeature: Feature = {
  system: {
    routes: [
      leadsTo(places.systemNetworking, places.ipPools),
      page({ crumb: { text: 'IP pools', to: () => paths.ipPools() }, children: [list, pool, servicePool] }),
    ],
    nav: { label: 'IP pools', icon: Waypoints, to: places.ipPools, letter: 'o' },
  },
  search: [searchSystem('IP pools', ipPoolList, ({ name }) => paths.ipPool({ pool: name }))],
}
