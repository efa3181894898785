// Support bundles, for operators: the list, and a page that browses the files in one.
import { LifeBuoy } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { supportBundleFile, supportBundleList, supportBundleView } from './support-bundle-queries.ts'

const list = page({
  path: places.supportBundles,
  load: () => [supportBundleList()],
  code: () => import('./support-bundle-list.tsx'),
})

const bundle = page({
  crumb: {
    text: ({ bundle: id = '' }) => id.slice(0, 8),
    to: places.supportBundle,
  },
  load: ({ bundle: id = '' }) => [supportBundleView(id)],
  code: () => import('./support-bundle-page.tsx'),
  children: [
    page({ path: places.supportBundle }),
    page({
      path: places.supportBundleFile,
      crumb: ({ file = '' }) => file,
      load: ({ bundle: id = '', file = '' }) => [supportBundleFile(id, file)],
      code: () => import('./support-bundle-file.tsx'),
    }),
  ],
})

export const supportBundleFeature: Feature = {
  system: {
    routes: [page({ crumb: { text: 'Support bundles', to: places.supportBundles }, children: [list, bundle] })],
    nav: { label: 'Support bundles', icon: LifeBuoy, to: places.supportBundles },
  },
}
