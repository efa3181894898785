// The content pane scrolls, not the window, so the browser cannot remember where it was. Kept per history entry: the same
// address at two points of the history has two places.
import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { useLocation, useNavigation } from 'react-router'

const keyOf = (entry: string) => `rackwright-scroll-${entry}`

export function useScrollRestoration(pane: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  const { state } = useNavigation()
  useLayoutEffect(() => {
    pane.current?.scrollTo({ top: Number(sessionStorage.getItem(keyOf(key)) ?? 0), behavior: 'instant' })
  }, [key, pane])
  useEffect(() => {
    const keep = () => sessionStorage.setItem(keyOf(key), String(pane.current?.scrollTop ?? 0))
    if (state === 'loading') keep()
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [state, key, pane])
}
