// The network map of a project.
import { Waypoints } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { networkMap } from './network-map-queries.ts'

export const networkMapFeature: Feature = {
  project: {
    routes: [
      page({
        path: places.network,
        crumb: 'Network map',
        shape: ['text', 'map'],
        load: ({ project = '' }) => [networkMap(project)],
        code: () => import('./network-map-page.tsx'),
      }),
    ],
    nav: { label: 'Network map', icon: Waypoints, to: places.network, letter: 'n' },
  },
}
