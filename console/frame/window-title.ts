// The title of the window. An error inside the frame replaces the title that the route's crumbs give.
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
