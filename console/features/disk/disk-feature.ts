// Disks of a project: the list, and the form over it.
import { HardDrive } from '@lucide/icons'
import { searchProjects, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { labelsIn } from '../../label-queries.ts'
import { paths, places } from '../../paths.ts'
import { diskList } from './disk-queries.ts'
import { first1000Instances } from '../instance/instance-queries.ts'
import { page } from '../../route.ts'

const routes = page({
  crumb: { text: 'Disks', to: places.disks },
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

export const diskFeature: Feature = {
  project: {
    routes: [routes],
    nav: { label: 'Disks', icon: HardDrive, to: places.disks, letter: 'd' },
  },
  search: [searchProjects('Disks', diskList, (_, project) => paths.disks({ project }))],
}
