// Every route. Areas are layouts without a path of their own; a noun's routes stand in its folder and take one line here.
import type { RouteObject } from 'react-router'
import { NotFound, RouteError } from './components/error-page.tsx'
import { FrameSkeleton } from './components/frame-skeleton.tsx'
import { RootLayout, TitledOutlet } from './components/root-layout.tsx'
import { ProjectLayout, SettingsLayout, SiloLayout, SystemLayout } from './components/shell.tsx'
import { SignedIn } from './components/signed-in.tsx'
import { meQueries, requireFleetViewer } from './me.ts'
import { deviceAuthRoutes } from './pages/device-auth/device-auth-routes.ts'
import { loginRoutes } from './pages/login/login-routes.ts'
import { siloAccessRoutes } from './pages/policy/policy-routes.ts'
import { projectRoutes } from './pages/project/project-routes.ts'
import { settingsRoutes } from './pages/settings/settings-routes.ts'
import { paths, places } from './paths.ts'
import { projectView } from './queries.ts'
import { leadsTo, page } from './route.ts'

/** Pages of each area; a noun's routes take one line. */
const settings: RouteObject[] = settingsRoutes
const silo: RouteObject[] = [projectRoutes, siloAccessRoutes]
const system: RouteObject[] = []
const project: RouteObject[] = []

const inProject = page({
  crumb: { text: 'Projects', to: () => paths.projects() },
  children: [
    {
      ...page({
        crumb: { text: ({ project = '' }) => project, to: ({ project = '' }) => paths.instances({ project }) },
        load: ({ project = '' }) => [projectView(project)],
      }),
      Component: ProjectLayout,
      children: project,
    },
  ],
})

const signedIn: RouteObject = {
  ...page({ load: meQueries }),
  Component: SignedIn,
  children: [
    leadsTo(places.home, places.projects),
    { Component: SettingsLayout, children: settings },
    { Component: SiloLayout, children: silo },
    ...(system.length > 0 ? [{ Component: SystemLayout, loader: requireFleetViewer, children: system }] : []),
    ...(project.length > 0 ? [inProject] : []),
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
          ...loginRoutes,
          ...deviceAuthRoutes,
          signedIn,
          { ...page({ path: '*', crumb: 'Page not found' }), Component: NotFound },
        ],
      },
    ],
  },
]
