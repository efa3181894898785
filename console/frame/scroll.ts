// The content pane scrolls, not the window, so the browser cannot remember where it was. Kept per history entry: the same
// address at two points of the history has two places. And per address: whatever page is loaded anew, its entry has the same key.
import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { useLocation, useNavigation } from 'react-router'

export function useScrollRestoration(pane: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const place = `rackwright-scroll-${key}-${pathname}`
  const { state } = useNavigation()
  useLayoutEffect(() => {
    pane.current?.scrollTo({ top: Number(sessionStorage.getItem(place) ?? 0), behavior: 'instant' })
  }, [place, pane])
  useEffect(() => {
    const keep = () => sessionStorage.setItem(place, String(pane.current?.scrollTop ?? 0))
    if (state === 'loading') keep()
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [state, place, pane])
}
