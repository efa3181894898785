// What the sidebars offer; those of the system and of a project come with their layouts. A page that is not built is not offered.
import { Disc3, FolderKanban, Gauge, KeyRound, ShieldCheck, UserRound } from '@lucide/icons'
import { type IconData } from '../ui/display/icon.tsx'
import { paths } from '../paths.ts'
import { exists } from '../route.ts'

export interface NavItem {
  label: string
  to: string
  icon: IconData
  /** the letter after g */
  letter?: string
  /** active only here, not on what lies below */
  exact?: boolean
}

export interface Area {
  kind: 'settings' | 'silo' | 'system' | 'project'
  heading: string
  /** of the palette's group */
  group: string
  items: NavItem[]
  /** ways out of the area, above the heading */
  above: NavItem[]
}

export const projects: NavItem = { label: 'Projects', to: paths.projects(), icon: FolderKanban, letter: 'p' }
export const built = (items: NavItem[]) => items.filter(({ to }) => exists(to))

export const settingsArea = (): Area => ({
  kind: 'settings',
  heading: 'User',
  group: 'Settings',
  above: [projects],
  items: built([
    { label: 'Profile', to: paths.profile(), icon: UserRound, letter: 'o' },
    { label: 'SSH Keys', to: paths.sshKeys(), icon: KeyRound, letter: 'k' },
  ]),
})

export const siloArea = (silo: string): Area => ({
  kind: 'silo',
  heading: silo,
  group: `Silo '${silo}'`,
  above: [],
  items: built([
    projects,
    { label: 'Images', to: paths.siloImages(), icon: Disc3, letter: 'm' },
    { label: 'Utilization', to: paths.siloUtilization(), icon: Gauge, letter: 'u' },
    { label: 'Access', to: paths.siloAccess(), icon: ShieldCheck, letter: 'a' },
  ]),
})

/** A form stands beside the list that it adds to: /disks-new beside /disks. */
export const isActive = ({ to, exact }: NavItem, pathname: string) =>
  pathname === to || (!exact && (pathname.startsWith(`${to}/`) || pathname.startsWith(`${to}-`)))
