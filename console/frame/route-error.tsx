// Error boundaries of routes: for the whole window, and for the content pane of an area.
import { useRouteError } from 'react-router'
import { ErrorPage } from './error-page.tsx'

export function RouteError() {
  return <ErrorPage error={useRouteError()} />
}

export function PaneError({ canRetry = false }: { canRetry?: boolean }) {
  return <ErrorPage error={useRouteError()} inFrame canRetry={canRetry} />
}
