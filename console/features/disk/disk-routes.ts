// Disks of a project: the list, and the form over it.
import { paths, places } from '../../paths.ts'
import { diskList, everyInstance } from '../../queries.ts'
import { form, page } from '../../route.ts'

export const diskRoutes = page({
  crumb: { text: 'Disks', to: ({ project = '' }) => paths.disks({ project }) },
  load: ({ project = '' }) => [diskList(project), everyInstance(project)],
  code: () => import('./disk-list.tsx'),
  children: [
    page({ path: places.disks }),
    form({ path: places.disksNew, crumb: 'New disk', code: () => import('./disk-new.tsx') }),
  ],
})
