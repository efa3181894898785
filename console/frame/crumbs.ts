// Breadcrumbs and window titles, from the routes' handles.
import { useMatches } from 'react-router'
import { useNextLocation } from '../address.ts'
import { fill } from '../paths.ts'
import { matchesOf, type Crumb, type Handle } from '../route.ts'

export interface ShownCrumb {
  text: string
  to: string | undefined
  titleOnly: boolean
}

type Match = ReturnType<typeof useMatches>[number]

export function crumbsOf(matches: readonly Pick<Match, 'handle' | 'params'>[]): ShownCrumb[] {
  return matches.flatMap(({ handle, params }) => {
    const crumb: Crumb | undefined = (handle as Handle | undefined)?.crumb
    if (!crumb) return []
    const text = typeof crumb.text === 'function' ? crumb.text(params) : crumb.text
    return [{ text, to: crumb.to && fill(crumb.to, params), titleOnly: crumb.titleOnly ?? false }]
  })
}

export const titleOf = (crumbs: readonly ShownCrumb[], product = 'Rackwright') =>
  [...crumbs.map(({ text }) => text).reverse(), product].join(' / ')

/** Returns the next page's crumbs as soon as a navigation starts. */
export function useCrumbs(): ShownCrumb[] {
  const matches = useMatches()
  const next = useNextLocation()
  const pending = next ? matchesOf(next.pathname) : []
  return crumbsOf(pending.length > 0 ? pending.map(({ route, params }) => ({ handle: route.handle, params })) : matches)
}
