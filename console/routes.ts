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

type Layout = 'SettingsLayout' | 'SiloLayout' | 'SystemLayout' | 'ProjectLayout'
const layout = (name: Layout) => async () => ({ default: (await import('./frame/shell.tsx'))[name] })

const settings = page({
  crumb: { text: 'Settings', to: () => paths.profile() },
  code: layout('SettingsLayout'),
  children: [pane({ children: pagesOf('settings') })],
})

const silo = page({ code: layout('SiloLayout'), children: [pane({ children: pagesOf('silo') })] })

const system = page({
  code: layout('SystemLayout'),
  children: [{ ...pane({ children: pagesOf('system') }), loader: requireFleetViewer }],
})

const project = page({
  crumb: { text: 'Projects', to: () => paths.projects() },
  children: [
    page({
      crumb: { text: ({ project = '' }) => project, to: ({ project = '' }) => paths.instances({ project }) },
      code: layout('ProjectLayout'),
      children: [pane({ children: pagesOf('project') })],
    }),
  ],
})

const failsInFrame = (route: RouteObject, boundary: 'ProjectError' | 'UserError'): RouteObject => ({
  ...route,
  lazy: { ...(route.lazy as object), ErrorBoundary: async () => (await import('./frame/shell.tsx'))[boundary] },
})

const signedIn = page({
  load: () => [currentUser()],
  code: async () => ({ default: (await import('./frame/signed-in.tsx')).SignedIn }),
  children: [
    leadsTo(places.home, places.projects),
    settings,
    silo,
    system,
    project,
    ...features.flatMap(({ fullWindow = [] }) => fullWindow.map((route) => failsInFrame(route, 'ProjectError'))),
  ],
})

export const routes: RouteObject[] = [
  ...features.flatMap((feature) => feature.public ?? []),
  failsInFrame(signedIn, 'UserError'),
  {
    ...page({ path: '*', crumb: 'Page not found', code: () => import('./frame/not-found.tsx') }),
    loader: loadVisitor,
  },
]
