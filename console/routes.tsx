// Every route. Areas are layouts without a path of their own; a noun's routes stand in its folder and take one line here.
import type { RouteObject } from 'react-router'
import { NotFound, RouteError } from './components/error-page.tsx'
import { FrameSkeleton } from './components/frame-skeleton.tsx'
import { RootLayout, TitledOutlet } from './components/root-layout.tsx'
import { SettingsLayout, SiloLayout } from './components/shell.tsx'
import { SignedIn } from './components/signed-in.tsx'
import { meQueries } from './me.ts'
import { loginRoutes } from './pages/login/login-routes.ts'
import { projectRoutes } from './pages/project/project-routes.ts'
import { settingsRoutes } from './pages/settings/settings-routes.ts'
import { places } from './paths.ts'
import { leadsTo, page } from './route.ts'

const signedIn: RouteObject = {
  ...page({ load: meQueries }),
  Component: SignedIn,
  children: [
    leadsTo(places.home, places.projects),
    { Component: SettingsLayout, children: settingsRoutes },
    { Component: SiloLayout, children: [projectRoutes] },
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
        children: [...loginRoutes, signedIn, { ...page({ path: '*', crumb: 'Page not found' }), Component: NotFound }],
      },
    ],
  },
]
