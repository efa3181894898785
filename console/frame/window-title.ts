// The window title. An error inside the frame overrides the title from the route's crumbs. The name of the installation is known once
// the user has loaded.
import { createContext, use, useEffect } from 'react'
import { currentUser } from '../me-queries.ts'
import { useLoad } from '../use-api.ts'

export const ErrorTitle = createContext((title: string | undefined): void => {
  if (title) document.title = `${title} / Rackwright`
})

export function useErrorTitle(title: string): void {
  const show = use(ErrorTitle)
  useEffect(() => {
    show(title)
    return () => show(undefined)
  }, [show, title])
}

/** The product, with the name of the installation. It asks for nothing: the frame keeps the user up to date. */
export function useProductName(): string {
  const { data } = useLoad(currentUser(), { enabled: false, optional: true })
  return data?.installation ? `Rackwright ${data.installation}` : 'Rackwright'
}
