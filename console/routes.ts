// Every route, without React: the entry matches URLs before React has loaded. Areas are layouts without a path of their own; their
// pages come from the features.
import type { RouteObject } from 'react-router'
import { registerFeatures, type AreaName } from './feature.ts'
import { features } from './features/index.ts'
import { currentUser, loadVisitor, requireFleetViewer } from './me-queries.ts'
import { paths, places } from './paths.ts'
import { leadsTo, page, pane } from './route.ts'

registerFeatures(features)

const pagesOf = (area: AreaName) => features.flatMap((feature) => feature[area]?.routes ?? [])

const settings = page({
  crumb: { text: 'Settings', to: () => paths.profile() },
  frame: 'settings',
  children: [pane(pagesOf('settings'))],
})

const silo = page({ frame: 'silo', children: [pane(pagesOf('silo'))] })

const system = page({
  frame: 'system',
  children: [{ ...pane([leadsTo(places.system, places.silos), ...pagesOf('system')]), loader: requireFleetViewer }],
})

const project = page({
  crumb: { text: 'Projects', to: () => paths.projects() },
  children: [
    page({
      crumb: { text: ({ project = '' }) => project, to: ({ project = '' }) => paths.instances({ project }) },
      frame: 'project',
      children: [pane(pagesOf('project'))],
    }),
  ],
})

const signedIn = page({
  load: () => [currentUser()],
  frame: 'user',
  children: [
    leadsTo(places.home, places.projects),
    settings,
    silo,
    system,
    project,
    page({ frame: 'window', children: features.flatMap(({ fullWindow = [] }) => fullWindow) }),
  ],
})

export const routes: RouteObject[] = [
  ...features.flatMap((feature) => feature.public ?? []),
  signedIn,
  {
    ...page({ path: '*', crumb: 'Page not found', code: () => import('./frame/not-found.tsx') }),
    loader: loadVisitor,
  },
]
