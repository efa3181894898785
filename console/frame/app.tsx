// The React app: the router, and the frame around every page.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../api.ts'
import { FrameSkeleton } from './frame-skeleton.tsx'
import { RootLayout, TitledOutlet } from './root-layout.tsx'
import { PaneError, RouteError } from './route-error.tsx'
import { host, isPreview } from '../host.ts'
import type { Handle } from '../route.ts'
import { setGoal } from '../shown.ts'
import { base } from '../util/base.ts'

/** routes.ts is free of React, so boundaries are added here. */
const withBoundaries = (routes: RouteObject[]): RouteObject[] =>
  routes.map((route) => ({
    ...route,
    ...((route.handle as Handle | undefined)?.isPane && { ErrorBoundary: PaneError }),
    ...(route.children && { children: withBoundaries(route.children) }),
  })) as RouteObject[]

const framed = (routes: RouteObject[]): RouteObject[] => [
  {
    Component: RootLayout,
    HydrateFallback: FrameSkeleton,
    ErrorBoundary: RouteError,
    children: [{ Component: TitledOutlet, ErrorBoundary: RouteError, children: withBoundaries(routes) }],
  },
]

export function renderApp(routes: RouteObject[]): void {
  const router = createBrowserRouter(framed(routes), { basename: base })
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
