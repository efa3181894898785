// Shown in place of a page that failed.
import { useRouteError } from 'react-router'
import { ErrorPage } from './error-page.tsx'

export function RouteError() {
  return <ErrorPage error={useRouteError()} />
}
