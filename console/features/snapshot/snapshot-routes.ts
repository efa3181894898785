// Snapshots of a project: the list, and the forms over it.
import { paths, places } from '../../paths.ts'
import { everyDisk, snapshotList, snapshotView } from '../../queries.ts'
import { form, page } from '../../route.ts'

export const snapshotRoutes = page({
  crumb: { text: 'Snapshots', to: ({ project = '' }) => paths.snapshots({ project }) },
  load: ({ project = '' }) => [snapshotList(project), everyDisk(project)],
  code: () => import('./snapshot-list.tsx'),
  children: [
    page({ path: places.snapshots }),
    form({ path: places.snapshotsNew, crumb: 'New snapshot', code: () => import('./snapshot-new.tsx') }),
    form({
      path: places.snapshotImagesNew,
      crumb: 'Create image from snapshot',
      load: ({ project = '', snapshot = '' }) => [snapshotView(project, snapshot)],
      code: () => import('./snapshot-image-new.tsx'),
    }),
  ],
})
