// Every route. Areas are layouts without a path of their own; their pages come from the features.
import type { RouteObject } from 'react-router'
import { registerFeatures, type AreaName } from './feature.ts'
import { features } from './features/index.ts'
import { projectView } from './features/project/project-queries.ts'
import { FrameSkeleton } from './frame/frame-skeleton.tsx'
import { RootLayout, TitledOutlet } from './frame/root-layout.tsx'
import { RouteError } from './frame/route-error.tsx'
import { ProjectLayout, SettingsLayout, SiloLayout, SystemLayout } from './frame/shell.tsx'
import { SignedIn } from './frame/signed-in.tsx'
import { meQueries, requireFleetViewer } from './me.ts'
import { paths, places } from './paths.ts'
import { leadsTo, page } from './route.ts'

registerFeatures(features)

const pagesOf = (area: AreaName) => features.flatMap((feature) => feature[area]?.routes ?? [])

const settings: RouteObject = {
  ...page({ crumb: { text: 'Settings', to: () => paths.profile() }, children: pagesOf('settings') }),
  Component: SettingsLayout,
}

const silo: RouteObject = { Component: SiloLayout, children: pagesOf('silo') }

const system: RouteObject = { Component: SystemLayout, loader: requireFleetViewer, children: pagesOf('system') }

const project = page({
  crumb: { text: 'Projects', to: () => paths.projects() },
  children: [
    {
      ...page({
        crumb: { text: ({ project = '' }) => project, to: ({ project = '' }) => paths.instances({ project }) },
        load: ({ project = '' }) => [projectView(project)],
        children: pagesOf('project'),
      }),
      Component: ProjectLayout,
    },
  ],
})

const signedIn: RouteObject = {
  ...page({ load: meQueries }),
  Component: SignedIn,
  children: [
    leadsTo(places.home, places.projects),
    settings,
    silo,
    system,
    project,
    ...features.flatMap(({ fullWindow = [] }) => fullWindow),
  ],
}

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: FrameSkeleton,
    ErrorBoundary: RouteError,
    children: [
      {
        Component: TitledOutlet,
        ErrorBoundary: RouteError,
        children: [
          ...features.flatMap((feature) => feature.public ?? []),
          signedIn,
          page({ path: '*', crumb: 'Page not found', code: () => import('./frame/not-found.tsx') }),
        ],
      },
    ],
  },
]
