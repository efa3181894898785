// The window title. An error inside the frame overrides the title from the route's crumbs.
import { createContext, use, useEffect } from 'react'

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
