// The system pages that the sidebar does not list: tabs and forms. The palette finds them by name.
import { places } from '../paths.ts'
import { matchesOf, type Handle } from '../route.ts'
import { crumbsOf } from './crumbs.ts'
import type { PaletteItem } from './palette.ts'

const isFixedSystemPath = (path: string) => path.startsWith('/system/') && !path.includes(':')

/** Without the pages that `listed` already leads to, perhaps by another name. */
export function systemPages(listed: readonly PaletteItem[]): PaletteItem[] {
  const known = new Set(listed.map(({ to }) => to))
  return Object.values(places)
    .filter((path) => isFixedSystemPath(path) && !known.has(path))
    .flatMap((to) => {
      const handles = matchesOf(to).map(({ route, params }) => ({ handle: route.handle as Handle, params }))
      if (handles.at(-1)?.handle.leadsTo) return []
      const texts = crumbsOf(handles).map(({ text }) => text)
      const label = texts.pop()
      return label ? [{ label, detail: texts.join(' / '), group: 'System', to }] : []
    })
}
