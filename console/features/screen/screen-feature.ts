// The screen of an instance, as large as the window.
import type { RouteObject } from 'react-router'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { page, type Crumb } from '../../route.ts'
import { instanceCrumb, instancesCrumb } from '../instance/instance-feature.ts'
import { instanceView } from '../instance/instance-queries.ts'

const crumbs: Crumb[] = [
  { text: 'Projects', to: places.projects },
  { text: ({ project = '' }) => project, to: places.instances },
  instancesCrumb,
  instanceCrumb,
]

const screen = page({
  path: places.instanceScreen,
  crumb: 'Screen',
  load: ({ project = '', instance = '' }) => [instanceView(project, instance), platform()],
  code: () => import('./screen-page.tsx'),
})

export const screenFeature: Feature = {
  fullWindow: [crumbs.reduceRight((child: RouteObject, crumb) => page({ crumb, children: [child] }), screen)],
}
