// Error boundaries of routes: for the whole window, and for the content pane of an area. The page itself loads when the first page is
// idle, so that it is there when the server is away, or with the first error.
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { lazyPart } from '../ui/display/lazy.tsx'
import { Button } from '../ui/input/button.tsx'
import { reloadIfReachable } from '../util/reload.ts'

export const ErrorPage = lazyPart(async () => (await import('./error-page.lazy.tsx')).ErrorPage, null, <Unreachable />)
export const NotFound = lazyPart(async () => (await import('./error-page.lazy.tsx')).NotFound, null, <Unreachable />)

const again = () => void reloadIfReachable()

/** The connection was lost before the error page had loaded. */
function Unreachable() {
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <section aria-label="Something went wrong" className="space-y-4 p-8 text-center">
      <h1 className="text-xl font-semibold">Something went wrong</h1>
      <p className="text-muted">The page could not be loaded. Check the connection.</p>
      <Button onClick={again}>Try again</Button>
    </section>
  )
}

export function RouteError() {
  return <ErrorPage error={useRouteError()} />
}

export function PaneError({ canRetry = false }: { canRetry?: boolean }) {
  return <ErrorPage error={useRouteError()} inFrame canRetry={canRetry} />
}
