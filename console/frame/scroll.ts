// Scrolling and focus of the content pane. The pane scrolls, not the window, so positions are stored here: per history entry, and
// per address, because after a reload every entry has the same key.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import type { Handle } from '../route.ts'
import { useFirstPageLoaded } from './first-page.ts'

interface Shown {
  id: string
  params: Readonly<Record<string, string | undefined>>
}

/** The page on screen. A form over a page counts as that page. */
function useShownPage(): Shown {
  const matches = useMatches()
  const isPage = ({ handle }: (typeof matches)[number]) => {
    const { code, crumb } = (handle ?? {}) as Handle
    return code !== undefined && !crumb?.titleOnly
  }
  const match = matches.findLast(isPage)
  return { id: match?.id ?? '', params: match?.params ?? {} }
}

const isSame = (one: Shown, other: Shown): boolean =>
  one.id === other.id &&
  Object.entries(one.params).every(([name, value]) => !(name in other.params) || other.params[name] === value)

export function usePane(pane: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const place = `rackwright-scroll-${key}-${pathname}`
  const { state } = useNavigation()
  const page = useShownPage()
  const before = useRef<Shown>(undefined)
  const firstPlace = useRef(place)
  const isLoaded = useFirstPageLoaded()
  useLayoutEffect(() => {
    // the skeleton is not as long as the page
    if (!isLoaded) return
    const was = before.current
    before.current = page
    // opening or closing a form over a page does not scroll it
    if (was && isSame(was, page)) return
    const top = Number(sessionStorage.getItem(place) ?? 0)
    // a new pane is at the top already, and scrolling forces a layout
    if (was || top > 0) pane.current?.scrollTo({ top, behavior: 'instant' })
    // a link may have been followed before the first page had loaded; a redirect leaves the focus alone
    const isFollowed = place !== firstPlace.current && document.activeElement !== document.body
    if (was || isFollowed) focusPane(pane.current)
    // oxlint-disable-next-line react/exhaustive-deps -- runs once per place, with the page shown there
  }, [place, pane, isLoaded])
  useEffect(() => {
    const keep = () => sessionStorage.setItem(place, String(pane.current?.scrollTop ?? 0))
    if (state === 'loading') keep()
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [state, place, pane])
}

/** After a navigation the keyboard continues in the new page, not on the link that led there. */
function focusPane(pane: HTMLElement | null): void {
  const focused = document.activeElement
  const isFree = !focused || focused === document.body || focused.closest('nav, header') !== null
  if (isFree && !document.querySelector('[role=dialog], dialog[open]')) pane?.focus({ preventScroll: true })
}
