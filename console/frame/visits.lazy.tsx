// Records which pages the user looks at, for the palette. Loads after the first page, which must not wait for it.
import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { currentUser } from '../me-queries.ts'
import { useData } from '../use-api.ts'
import { titleOf, useCrumbs } from './crumbs.ts'
import { useProductName } from './window-title.ts'
import { addRecent } from './recents.ts'

/** A page that is left sooner was only passed on the way to another. */
const VISIT_MS = 500

export function Visits() {
  const { id } = useData(currentUser())
  const { pathname } = useLocation()
  const isIdle = useNavigation().state === 'idle'
  const crumbs = useCrumbs()
  const title = titleOf(crumbs, useProductName())
  useEffect(() => {
    const isForm = crumbs.some(({ titleOnly }) => titleOnly) || pathname.endsWith('-new')
    if (!isIdle || isForm || crumbs.length === 0) return
    const texts = crumbs.map(({ text }) => text)
    const timer = setTimeout(() => {
      // an error has a title of its own
      if (document.title !== title) return
      addRecent(id, { label: texts.slice(-2).join(' / '), detail: texts.slice(0, -2).join(' / '), to: pathname })
    }, VISIT_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the title stands for the crumbs, which are new on every render
  }, [id, pathname, isIdle, title])
  return null
}
