// Pages that the sidebar does not list: tabs of the system, and forms that create something. The palette finds them by name.
import { fill, places } from '../paths.ts'
import { matchesOf, type Handle } from '../route.ts'
import { whyNotOpen } from '../why-not.ts'
import { pathHere } from '../util/base.ts'
import { crumbsOf } from './crumbs.ts'
import type { PaletteItem } from './palette.ts'

const isFixedSystemPath = (path: string) => path.startsWith('/system/') && !path.includes(':')

/** Without the pages that `listed` already leads to, perhaps by another name. */
export const systemPages = (listed: readonly PaletteItem[]): PaletteItem[] =>
  pagesAt(
    Object.values(places).filter((path) => isFixedSystemPath(path)),
    'System',
    listed,
  )

/** Forms of the silo, of the settings, and of the project that the window shows. */
export function newPages(listed: readonly PaletteItem[]): PaletteItem[] {
  const { project } = matchesOf(pathHere()).at(-1)?.params ?? {}
  const ofSilo = Object.values(places).filter((path) => path.endsWith('-new') && !/^\/system\/|:/.test(path))
  const ofProject = Object.values(places).filter((path) => /^\/projects\/:project\/[^:]+-new$/.test(path))
  const filled = project ? ofProject.map((path) => fill(path, { project })) : []
  return pagesAt([...filled, ...ofSilo], 'Create', listed)
}

function pagesAt(urls: readonly string[], group: string, listed: readonly PaletteItem[]): PaletteItem[] {
  const known = new Set(listed.map(({ to }) => to))
  return urls.flatMap((to) => {
    if (known.has(to) || whyNotOpen(to)) return []
    const handles = matchesOf(to).map(({ route, params }) => ({ handle: route.handle as Handle, params }))
    if (handles.at(-1)?.handle.leadsTo) return []
    const texts = crumbsOf(handles).map(({ text }) => text)
    const label = texts.pop()
    return label ? [{ label, detail: texts.join(' / '), group, to }] : []
  })
}
