// Snapshots of a project: the list, and the forms over it.
import { Camera } from '@lucide/icons'
import { searchProjects, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { labelsIn } from '../../label-queries.ts'
import { paths, places } from '../../paths.ts'
import { first1000Disks } from '../disk/disk-queries.ts'
import { snapshotList, snapshotView } from './snapshot-queries.ts'
import { page } from '../../route.ts'

const routes = page({
  crumb: { text: 'Snapshots', to: places.snapshots },
  load: ({ project = '' }) => [snapshotList(project), first1000Disks(project)],
  later: ({ project = '' }) => [labelsIn({ kind: 'snapshot', project })],
  code: () => import('./snapshot-list.tsx'),
  children: [
    page({ path: places.snapshots }),
    formRoute({
      path: places.snapshotsNew,
      operation: 'snapshot_create',
      crumb: 'New snapshot',
      code: () => import('./snapshot-form.tsx'),
      form: 'SnapshotForm',
    }),
    formRoute({
      path: places.snapshotImagesNew,
      operation: 'image_create',
      crumb: 'Create image from snapshot',
      reads: ({ project, snapshot }) => ({ snapshot: snapshotView(project, snapshot) }),
      code: () => import('../image/snapshot-image-form.tsx'),
      form: 'SnapshotImageForm',
    }),
  ],
})

export const snapshotFeature: Feature = {
  project: {
    routes: [routes],
    nav: { label: 'Snapshots', icon: Camera, to: places.snapshots, letter: 's' },
  },
  search: [searchProjects('Snapshots', snapshotList, (_, project) => paths.snapshots({ project }))],
}
