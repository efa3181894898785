// The hardware: racks with their sleds, disks and switches, and a sled's page.
import { Server } from '@lucide/icons'
import { cached } from '../../api.ts'
import { searchSystem, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { paths, places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { leadsTo, page } from '../../route.ts'
import { truncate } from '../../util/text.ts'
import { first1000Hosts, hostView } from '../host/host-queries.ts'
import { physicalDiskList } from '../physical-disk/physical-disk-queries.ts'
import { hardwareQueries } from '../rack/rack-queries.ts'
import {
  first1000SledLoads,
  first1000Sleds,
  first1000WaitingSleds,
  sledDisks,
  sledInstances,
  sledList,
  sledView,
} from '../sled/sled-queries.ts'
import { first1000Switches } from '../switch/switch-queries.ts'

const tabs = page({
  shape: ['tabs', 'rows'],
  code: () => import('./inventory-page.tsx'),
  children: [
    page({
      path: places.sleds,
      crumb: 'Sleds',
      shape: ['tabs', 'rack', 'rows'],
      load: () => [first1000Sleds(), platform()],
      later: hardwareQueries,
      code: () => import('../sled/sled-list.tsx'),
    }),
    page({
      path: places.physicalDisks,
      crumb: 'Disks',
      load: () => [physicalDiskList(), first1000Sleds()],
      code: () => import('../physical-disk/physical-disk-list.tsx'),
    }),
    page({
      path: places.switches,
      crumb: 'Switches',
      load: () => [first1000Switches()],
      later: () => [platform()],
      code: () => import('../switch/switch-list.tsx'),
    }),
    page({
      crumb: { text: 'Hosts', to: places.hosts },
      load: () => [first1000Hosts(), platform()],
      later: () => [first1000WaitingSleds()],
      code: () => import('../host/host-list.tsx'),
      children: [
        page({ path: places.hosts }),
        formRoute({
          path: places.hostsNew,
          operation: 'host_create',
          crumb: 'Add host',
          load: () => [platform()],
          code: () => import('../host/host-form.tsx'),
          form: 'HostForm',
          next: ({ id }) => paths.host({ host: id }),
        }),
        formRoute({
          path: places.hostSetup,
          operation: 'host_setup_update',
          crumb: 'Setup script',
          load: () => [platform()],
          code: () => import('../host/host-setup-form.tsx'),
          form: 'HostSetupForm',
        }),
      ],
    }),
  ],
})

const host = page({
  crumb: { text: 'Hosts', to: places.hosts },
  children: [
    page({
      path: places.host,
      crumb: ({ host: id = '' }) => cached(hostView(id))?.address ?? truncate(id, 12, 'middle'),
      shape: ['facts4', 'card'],
      load: ({ host: id = '' }) => [hostView(id)],
      later: () => [first1000WaitingSleds()],
      code: () => import('../host/host-page.tsx'),
    }),
  ],
})

const sled = page({
  crumb: { text: 'Sleds', to: places.sleds },
  children: [
    page({
      crumb: {
        text: ({ sledId = '' }) => cached(sledView(sledId))?.baseboard.serial ?? truncate(sledId, 12, 'middle'),
        to: places.sledInstances,
      },
      shape: ['facts4', 'tabs', 'rows'],
      load: ({ sledId = '' }) => [sledView(sledId), first1000SledLoads()],
      code: () => import('../sled/sled-page.tsx'),
      children: [
        page({
          path: places.sledInstances,
          crumb: 'Instances',
          load: ({ sledId = '' }) => [sledInstances(sledId)],
          code: () => import('../sled/sled-instances.tsx'),
        }),
        page({
          path: places.sledDisks,
          crumb: 'Disks',
          load: ({ sledId = '' }) => [sledDisks(sledId)],
          code: () => import('../physical-disk/sled-disks.tsx'),
        }),
      ],
    }),
  ],
})

export const inventoryFeature: Feature = {
  system: {
    routes: [
      leadsTo(places.inventory, places.sleds),
      leadsTo(places.sled, places.sledInstances),
      page({ crumb: { text: 'Inventory', to: places.sleds }, children: [tabs, sled, host] }),
    ],
    nav: { label: 'Inventory', icon: Server, to: places.inventory, letter: 'i' },
  },
  search: [searchSystem('Sleds', sledList, ({ id }) => paths.sledInstances({ sledId: id }))],
}
