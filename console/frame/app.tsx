// The React app: the router, and the frame around every page.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, type ShouldRevalidateFunction } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../api.ts'
import { PaneSkeleton } from './frame-skeleton.tsx'
import { RootLayout, TitledOutlet } from './root-layout.tsx'
import { PaneError, RouteError } from './route-error.tsx'
import {
  FrameSkeleton,
  ProjectError,
  ProjectLayout,
  SettingsLayout,
  SiloLayout,
  SystemLayout,
  UserError,
} from './shell.tsx'
import { SignedIn } from './signed-in.tsx'
import { host, isPreview } from '../host.ts'
import { currentUser } from '../me-queries.ts'
import type { FramePart, Handle } from '../route.ts'
import { setGoal } from '../shown.ts'
import { base } from '../util/base.ts'

const SIGNED_IN = 'signed-in'

/** The router takes the user for loaded from the start. Until it is, a navigation loads it too, so that its error shows. */
const needsUser: ShouldRevalidateFunction = ({ defaultShouldRevalidate }) =>
  defaultShouldRevalidate || queryClient.getQueryData(currentUser().key) === undefined

const parts: Record<FramePart, Partial<RouteObject>> = {
  user: { id: SIGNED_IN, Component: SignedIn, ErrorBoundary: UserError, shouldRevalidate: needsUser },
  settings: { Component: SettingsLayout },
  silo: { Component: SiloLayout },
  system: { Component: SystemLayout },
  project: { Component: ProjectLayout },
  pane: { HydrateFallback: PaneSkeleton, ErrorBoundary: PaneError },
  window: { ErrorBoundary: ProjectError },
}

/** routes.ts is free of React, so the frame is added here. */
const withFrame = (routes: RouteObject[]): RouteObject[] =>
  routes.map(({ loader, ...route }) => {
    const { frame } = (route.handle ?? {}) as Handle
    return {
      ...route,
      ...(frame && parts[frame]),
      ...(loader && { loader: Object.assign(loader, { hydrate: true }) }),
      ...(route.children && { children: withFrame(route.children) }),
    } as RouteObject
  })

/** To the router, the user is there already: it shows the frame at once, and with `hydrate` it runs the loader nevertheless. */
const hydrationData = { loaderData: { [SIGNED_IN]: null } }

const framed = (routes: RouteObject[]): RouteObject[] => [
  {
    Component: RootLayout,
    HydrateFallback: FrameSkeleton,
    ErrorBoundary: RouteError,
    children: [{ Component: TitledOutlet, ErrorBoundary: RouteError, children: withFrame(routes) }],
  },
]

export function renderApp(routes: RouteObject[]): void {
  const router = createBrowserRouter(framed(routes), { basename: base, hydrationData })
  setGoal(() => router.state.location.key)
  if (isPreview) {
    // a full page load would end the worker and the world in it
    host.leave = (path) => {
      queryClient.clear()
      return router.navigate(path)
    }
  }
  createRoot(document.getElementById('root') ?? document.body).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
