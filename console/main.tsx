// Starts the console: chooses the host, then shows the routes.
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api.ts'
import { host } from './host.ts'
import { setRoutes } from './route.ts'
import { routes } from './routes.tsx'
import { setGoal } from './shown.ts'
import { reloadIfReachable } from './util/reload.ts'

async function start(): Promise<void> {
  // spelled out here: the build drops what cannot be reached, and the console must not carry the preview's worker
  const preview = import.meta.env.MODE === 'preview' ? (await import('#preview/connect.ts')).connect() : undefined
  if (preview) {
    Object.assign(host, { fetch: preview.fetch, socket: preview.socket })
    // a worker has no address: this is how scripts and people with the developer tools open call the preview's API
    Object.assign(globalThis, { rackwright: { fetch: preview.fetch } })
  }
  setRoutes(routes)
  const router = createBrowserRouter(routes, { basename: import.meta.env.BASE_URL })
  setGoal(() => router.state.location.key)
  if (preview) {
    // a full page load would end the worker, and with it the world that it holds
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

// after an upgrade the files of the console that is open are gone: a fresh page has the new ones. Once, or it would reload for
// ever
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('rackwright-reloaded') ?? 0)
  if (Date.now() - last < 10_000) return
  sessionStorage.setItem('rackwright-reloaded', String(Date.now()))
  void reloadIfReachable()
})

void start()
