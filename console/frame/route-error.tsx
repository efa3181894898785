// Error boundaries of routes: for the whole window, and for the content pane of an area. The page itself loads when the first page is
// idle, so that it is there when the server is away, or with the first error.
import { useRouteError } from 'react-router'
import { lazyPart } from '../ui/display/lazy.tsx'

export const ErrorPage = lazyPart(async () => (await import('./error-page.lazy.tsx')).ErrorPage)
export const NotFound = lazyPart(async () => (await import('./error-page.lazy.tsx')).NotFound)

export function RouteError() {
  return <ErrorPage error={useRouteError()} />
}

export function PaneError({ canRetry = false }: { canRetry?: boolean }) {
  return <ErrorPage error={useRouteError()} inFrame canRetry={canRetry} />
}
