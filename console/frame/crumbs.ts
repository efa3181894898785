// Breadcrumbs and window titles, from what the routes say of themselves.
import { useMatches } from 'react-router'
import type { Crumb, Handle } from '../route.ts'

export interface ShownCrumb {
  text: string
  to: string | undefined
  titleOnly: boolean
}

const product = 'Rackwright'

type Match = ReturnType<typeof useMatches>[number]

export function crumbsOf(matches: readonly Pick<Match, 'handle' | 'params'>[]): ShownCrumb[] {
  return matches.flatMap(({ handle, params }) => {
    const crumb: Crumb | undefined = (handle as Handle | undefined)?.crumb
    if (!crumb) return []
    const text = typeof crumb.text === 'function' ? crumb.text(params) : crumb.text
    return [{ text, to: crumb.to?.(params), titleOnly: crumb.titleOnly ?? false }]
  })
}

export const titleOf = (crumbs: readonly ShownCrumb[]) =>
  [...crumbs.map(({ text }) => text).reverse(), product].join(' / ')

export const useCrumbs = () => crumbsOf(useMatches())
