// Stands where a page could not be shown. What it says comes when idle: where the connection is what went wrong, it would be too
// late to ask for it then.
import { useRouteError } from 'react-router'
import { late, useLate } from '../ui/display/late.ts'

const errorPage = late<{ error: unknown }>(async () => (await import('./error-page.tsx')).ErrorPage)

export const useErrorPage = () => useLate(errorPage, false)

export function RouteError() {
  const error = useRouteError()
  return useLate(errorPage, true) && <errorPage.Part error={error} />
}
