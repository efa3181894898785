// Stands where a page could not be shown. What it says is fetched then: most visits never need it.
import { lazy, Suspense } from 'react'
import { useRouteError } from 'react-router'

const ErrorPage = lazy(async () => ({ default: (await import('./error-page.tsx')).ErrorPage }))

export function RouteError() {
  const error = useRouteError()
  return (
    <Suspense fallback={null}>
      <ErrorPage error={error} />
    </Suspense>
  )
}
