// The areas of the console and their navigation, derived from the registered features.
import { navOf, type AreaName, type NavEntry } from '../feature.ts'
import { fill } from '../paths.ts'
import { exists } from '../route.ts'

export interface NavItem extends NavEntry {
  /** highlighted only on this page, not on pages below it */
  exact?: boolean
}

export interface Area {
  kind: AreaName
  heading: string
  /** heading of the area's pages in the palette */
  group: string
  items: NavItem[]
  /** links out of the area, above the heading */
  above: NavItem[]
}

const itemsOf = (kind: AreaName, params?: Record<string, string>): NavItem[] =>
  navOf(kind).map((entry) => ({ ...entry, to: fill(entry.to, params) }))

/** Where "System" and "Silo" lead; undefined while an area has no pages. */
export const homeOf = (kind: 'silo' | 'system'): NavItem | undefined => itemsOf(kind)[0]

const silo = (exact: boolean): NavItem[] => {
  const home = homeOf('silo')
  return home ? [{ ...home, exact }] : []
}

export const settingsArea = (): Area => ({
  kind: 'settings',
  heading: 'User',
  group: 'Settings',
  above: silo(false),
  items: itemsOf('settings'),
})

export const siloArea = (name = 'Silo'): Area => ({
  kind: 'silo',
  heading: name,
  group: `Silo '${name}'`,
  above: [],
  items: itemsOf('silo'),
})

export const systemArea = (): Area => ({
  kind: 'system',
  heading: 'System',
  group: 'System',
  above: [],
  items: itemsOf('system'),
})

export const projectArea = (project: string, isFleetViewer = false): Area => ({
  kind: 'project',
  heading: project,
  group: `Project '${project}'`,
  // not highlighted on the project's own pages, whose paths start with /projects too
  above: silo(true),
  items: itemsOf('project', { project }).filter(({ fleetOnly }) => isFleetViewer || !fleetOnly),
})

/** A form's path extends its list's: /disks-new belongs to /disks. A longer word without a page belongs to nothing. */
export const isActive = ({ to, exact }: NavItem, pathname: string) =>
  pathname === to || (!exact && (pathname.startsWith(`${to}/`) || (pathname.startsWith(`${to}-`) && exists(pathname))))
