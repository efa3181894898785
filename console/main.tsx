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
import { Button } from './ui/input/button.tsx'
import { reloadIfReachable } from './util/reload.ts'

const container = document.getElementById('root') ?? document.body

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
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

function StartError() {
  return (
    <main role="alert" className="flex h-full flex-col items-center justify-center gap-5 p-6 text-center">
      <p>The preview could not be loaded.</p>
      <Button onClick={() => location.reload()}>Try again</Button>
    </main>
  )
}

// after an upgrade the files of the console that is open are gone: a fresh page has the new ones. Once, or it would reload for
// ever
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('rackwright-reloaded') ?? 0)
  if (Date.now() - last < 10_000) return
  sessionStorage.setItem('rackwright-reloaded', String(Date.now()))
  // nobody asked for it, so it must not cost what somebody has typed
  void reloadIfReachable(() => !document.querySelector('form[data-changed]'))
})

const started = start()
// the one file that this waits for is the preview's: without it there is nothing to show, not even an error of a page
if (import.meta.env.MODE === 'preview') started.catch(() => createRoot(container).render(<StartError />))
