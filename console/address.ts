// The parameters in a page's address. They are read from what is on screen and written from where the router is: React renders an
// address later than the router reaches it, and a write that started from the one on screen would undo the write before it.
import { useCallback } from 'react'
import { useLocation, useNavigate, useNavigation, useSearchParams, type NavigateOptions } from 'react-router'
import { destination } from './shown.ts'
import { withoutBase } from './util/base.ts'

export type Change = (search: URLSearchParams) => void

export function useAddress() {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const change = useCallback(
    (update: Change, options: NavigateOptions = {}) => {
      const newest = newestSearch(pathname)
      if (newest === undefined) return
      const next = new URLSearchParams(newest)
      update(next)
      void navigate(`?${next}`, { replace: true, ...options })
    },
    [pathname, navigate],
  )
  return { search, change }
}

/** What the address of a page holds, or soon will; undefined once the router has reached another page. */
function newestSearch(pathname: string): string | undefined {
  const { here, next } = destination()
  if (withoutBase(here.pathname) !== pathname) return undefined
  return next && withoutBase(next.pathname) === pathname ? next.search : here.search
}

/** Whether the router has left a page or is about to. Rendering learns of it later. */
export function isLeaving(pathname: string): boolean {
  const { here, next = here } = destination()
  return withoutBase(next.pathname) !== pathname || withoutBase(here.pathname) !== pathname
}

/** Where the router is going, as rendering knows it. */
export function useNextLocation(): { pathname: string; search: string } | undefined {
  const { location } = useNavigation()
  return location && { pathname: withoutBase(location.pathname), search: location.search }
}
