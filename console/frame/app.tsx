// The React app: the router, and the frame around every page.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../cache.ts'
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
import type { FramePart, Handle } from '../route.ts'
import { setGoal } from '../shown.ts'
import { base } from '../util/base.ts'

const parts: Record<FramePart, Partial<RouteObject>> = {
  'signed-in': { Component: SignedIn, ErrorBoundary: UserError },
  settings: { Component: SettingsLayout },
  silo: { Component: SiloLayout },
  system: { Component: SystemLayout },
  project: { Component: ProjectLayout },
  content: { HydrateFallback: PaneSkeleton },
  pane: { ErrorBoundary: PaneError },
  window: { ErrorBoundary: ProjectError },
}

/** routes.ts is free of React, so the frame is added here. */
const withFrame = (routes: RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { frame } = (route.handle ?? {}) as Handle
    return {
      ...route,
      ...(frame && parts[frame]),
      ...(route.children && { children: withFrame(route.children) }),
    } as RouteObject
  })

const framed = (routes: RouteObject[]): RouteObject[] => [
  {
    Component: RootLayout,
    HydrateFallback: FrameSkeleton,
    ErrorBoundary: RouteError,
    children: [{ Component: TitledOutlet, ErrorBoundary: RouteError, children: withFrame(routes) }],
  },
]

export function renderApp(routes: RouteObject[]): void {
  const router = createBrowserRouter(framed(routes), { basename: base })
  setGoal(() => {
    const { location, navigation } = router.state
    return { entry: location.key, here: location, next: navigation.location }
  })
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
