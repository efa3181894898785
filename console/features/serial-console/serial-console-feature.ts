// The serial console: the terminal fills the window, so its crumbs only show in the window title.
import type { RouteObject } from 'react-router'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { page, type Crumb } from '../../route.ts'
import { instanceCrumb, instancesCrumb } from '../instance/instance-feature.ts'
import { consoleRunList } from './console-run-queries.ts'
import { instanceView } from '../instance/instance-queries.ts'

const crumbs: Crumb[] = [
  { text: 'Projects', to: places.projects },
  { text: ({ project = '' }) => project, to: places.instances },
  instancesCrumb,
  instanceCrumb,
]

const terminal = page({
  path: places.serialConsole,
  crumb: 'Serial console',
  load: ({ project = '', instance = '' }) => [instanceView(project, instance), consoleRunList(project, instance)],
  later: () => [platform()],
  code: () => import('./serial-console.tsx'),
})

export const serialConsoleFeature: Feature = {
  fullWindow: [crumbs.reduceRight((child: RouteObject, crumb) => page({ crumb, children: [child] }), terminal)],
}
