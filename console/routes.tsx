// Every route. Areas are layouts without a path of their own; a noun's routes stand in its folder and take one line here.
import type { RouteObject } from 'react-router'
import { RouteError } from './frame/route-error.tsx'
import { FrameSkeleton } from './frame/frame-skeleton.tsx'
import { RootLayout, TitledOutlet } from './frame/root-layout.tsx'
import { SettingsLayout, SiloLayout } from './frame/shell.tsx'
import { SignedIn } from './frame/signed-in.tsx'
import { meQueries, requireFleetViewer } from './me.ts'
import { affinityGroupRoutes } from './features/affinity-group/affinity-group-routes.ts'
import { deviceAuthRoutes } from './features/device-auth/device-auth-routes.ts'
import { diskRoutes } from './features/disk/disk-routes.ts'
import { guideRoutes } from './help/guide-routes.ts'
import { imageRoutes, siloImageRoutes } from './features/image/image-routes.ts'
import { instanceRoutes, lookupRoutes, serialConsoleRoute } from './features/instance/instance-routes.ts'
import { loginRoutes } from './features/login/login-routes.ts'
import { projectAccessRoutes, siloAccessRoutes } from './features/policy/policy-routes.ts'
import { projectRoutes } from './features/project/project-routes.ts'
import { settingsRoutes } from './features/settings/settings-routes.ts'
import { snapshotRoutes } from './features/snapshot/snapshot-routes.ts'
import { siloUtilizationRoutes } from './features/utilization/utilization-routes.ts'
import { paths, places } from './paths.ts'
import { projectView } from './queries.ts'
import { leadsTo, page } from './route.ts'

/** Pages of each area; a noun's routes take one line. */
const settings: RouteObject[] = settingsRoutes
const silo: RouteObject[] = [...lookupRoutes, projectRoutes, siloImageRoutes, siloAccessRoutes, siloUtilizationRoutes]
const system: RouteObject[] = []
const project: RouteObject[] = [
  ...instanceRoutes,
  diskRoutes,
  snapshotRoutes,
  imageRoutes,
  affinityGroupRoutes,
  projectAccessRoutes,
]

const inProject = page({
  crumb: { text: 'Projects', to: () => paths.projects() },
  children: [
    page({
      crumb: { text: ({ project = '' }) => project, to: ({ project = '' }) => paths.instances({ project }) },
      load: ({ project = '' }) => [projectView(project)],
      code: () => import('./frame/project-layout.tsx'),
      children: project,
    }),
  ],
})

const inSystem: RouteObject = {
  ...page({ code: () => import('./frame/system-layout.tsx'), children: system }),
  loader: requireFleetViewer,
}

const signedIn: RouteObject = {
  ...page({ load: meQueries }),
  Component: SignedIn,
  children: [
    leadsTo(places.home, places.projects),
    { Component: SettingsLayout, children: settings },
    { Component: SiloLayout, children: silo },
    ...(system.length > 0 ? [inSystem] : []),
    ...(project.length > 0 ? [inProject] : []),
    serialConsoleRoute,
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
          ...guideRoutes,
          signedIn,
          page({ path: '*', crumb: 'Page not found', code: () => import('./frame/not-found.tsx') }),
        ],
      },
    ],
  },
]
