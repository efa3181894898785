// Disks of a project: the list with the form over it, and the page of a disk.
import { HardDrive } from '@lucide/icons'
import { searchProjects, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { labelsIn, labelsOf } from '../../label-queries.ts'
import { paths, places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { activityList, diskScope } from '../audit/activity-queries.ts'
import { diskList, diskView } from './disk-queries.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { everySnapshot } from '../snapshot/snapshot-queries.ts'
import { leadsTo, page } from '../../route.ts'

const list = page({
  load: ({ project = '' }) => [diskList(project), first1000Instances(project)],
  later: ({ project = '' }) => [labelsIn({ kind: 'disk', project })],
  code: () => import('./disk-list.tsx'),
  // the text stands for the chips
  shape: ['filter', 'text', 'rows'],
  children: [
    page({ path: places.disks }),
    formRoute({
      path: places.disksNew,
      operation: 'disk_create',
      crumb: 'New disk',
      code: () => import('./disk-form.tsx'),
      form: 'DiskForm',
    }),
  ],
})

const tabs = [
  page({
    path: places.diskSnapshots,
    crumb: 'Snapshots',
    load: ({ project = '' }) => [everySnapshot(project)],
    code: () => import('../snapshot/disk-snapshots-tab.tsx'),
  }),
  page({
    // the drawing along with the page, not after it
    code: async () =>
      (
        await Promise.all([
          import('../instance/metrics/disk-charts-frame.tsx'),
          import('../../chart/time-chart-plot.tsx'),
        ])
      )[0],
    children: [
      page({
        path: places.diskMetrics,
        crumb: 'Metrics',
        code: () => import('../instance/metrics/disk-charts.tsx'),
      }),
    ],
  }),
  page({
    path: places.diskActivity,
    crumb: 'Activity',
    load: ({ project = '', disk = '' }, search) => [activityList(diskScope(project, disk), search)],
    code: () => import('../audit/disk-activity-tab.tsx'),
  }),
]

const routes = page({
  crumb: { text: 'Disks', to: places.disks },
  children: [
    list,
    page({
      crumb: { text: ({ disk = '' }) => disk, to: places.diskSnapshots },
      shape: ['facts4', 'tabs', 'card', 'rows'],
      load: ({ project = '', disk = '' }) => [diskView(project, disk)],
      later: ({ project = '', disk = '' }) => [platform(), labelsOf({ kind: 'disk', project }, disk)],
      code: () => import('./disk-page.tsx'),
      children: tabs,
    }),
  ],
})

export const diskFeature: Feature = {
  project: {
    routes: [leadsTo(places.disk, places.diskSnapshots), routes],
    nav: { label: 'Disks', icon: HardDrive, to: places.disks, letter: 'd' },
  },
  search: [searchProjects('Disks', diskList, ({ name }, project) => paths.diskSnapshots({ project, disk: name }))],
}
