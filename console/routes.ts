// Every route, without React: the entry matches URLs before React has loaded. Areas are layouts without a path of their own; their
// pages come from the features.
import type { RouteObject } from 'react-router'
import { registerFeatures, type AreaName } from './feature.ts'
import { features } from './features/index.ts'
import { currentUser, loadVisitor, ownRoles, requireFleetViewer } from './me-queries.ts'
import { places } from './paths.ts'
import { leadsTo, page, pane } from './route.ts'

registerFeatures(features)

/** The user, and the roles that decide what the pages offer. */
const loadUser = () => [currentUser(), ownRoles()]

/** The content of an area. It loads the user, below the frame: the frame shows without the user, and before the first page. */
const content = (pages: RouteObject) => page({ frame: 'content', load: loadUser, children: [pages] })

const pagesOf = (area: AreaName) => features.flatMap((feature) => feature[area]?.routes ?? [])

const settings = page({
  crumb: { text: 'Settings', to: places.profile },
  frame: 'settings',
  children: [content(pane(pagesOf('settings')))],
})

const silo = page({ frame: 'silo', children: [content(pane(pagesOf('silo')))] })

const system = page({
  frame: 'system',
  children: [
    content({ ...pane([leadsTo(places.system, places.silos), ...pagesOf('system')]), loader: requireFleetViewer }),
  ],
})

const project = page({
  crumb: { text: 'Projects', to: places.projects },
  children: [
    page({
      crumb: { text: ({ project = '' }) => project, to: places.instances },
      frame: 'project',
      children: [content(pane(pagesOf('project')))],
    }),
  ],
})

const signedIn = page({
  frame: 'signed-in',
  children: [
    settings,
    silo,
    system,
    project,
    page({
      load: loadUser,
      children: [
        leadsTo(places.home, places.projects),
        page({ frame: 'window', children: features.flatMap(({ fullWindow = [] }) => fullWindow) }),
      ],
    }),
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
