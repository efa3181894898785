// The parts of the console and what their sidebars offer. A page that is not built is not offered.
import {
  Boxes,
  Camera,
  Cpu,
  Disc3,
  FolderKanban,
  Gauge,
  Globe,
  HardDrive,
  KeyRound,
  Network,
  Server,
  ShieldCheck,
  Split,
  UserRound,
  Waypoints,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '../paths.ts'
import { exists } from '../route.ts'

export interface NavItem {
  label: string
  to: string
  icon: LucideIcon
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

const projects: NavItem = { label: 'Projects', to: paths.projects(), icon: FolderKanban, letter: 'p' }
const built = (items: NavItem[]) => items.filter(({ to }) => exists(to))

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

export const systemArea = (): Area => ({
  kind: 'system',
  heading: 'System',
  group: 'System',
  above: [],
  items: built([
    { label: 'Silos', to: paths.silos(), icon: Boxes, letter: 's' },
    { label: 'Utilization', to: paths.systemUtilization(), icon: Gauge, letter: 'u' },
    { label: 'Inventory', to: paths.inventory(), icon: Server, letter: 'i' },
    { label: 'IP Pools', to: paths.ipPools(), icon: Globe, letter: 'o' },
  ]),
})

export const projectArea = (project: string): Area => ({
  kind: 'project',
  heading: project,
  group: `Project '${project}'`,
  above: [{ ...projects, exact: true }],
  items: built([
    { label: 'Instances', to: paths.instances({ project }), icon: Cpu, letter: 'i' },
    { label: 'Disks', to: paths.disks({ project }), icon: HardDrive, letter: 'd' },
    { label: 'Snapshots', to: paths.snapshots({ project }), icon: Camera, letter: 's' },
    { label: 'Images', to: paths.images({ project }), icon: Disc3, letter: 'm' },
    { label: 'VPCs', to: paths.vpcs({ project }), icon: Network, letter: 'v' },
    { label: 'Floating IPs', to: paths.floatingIps({ project }), icon: Waypoints, letter: 'f' },
    { label: 'Affinity', to: paths.affinity({ project }), icon: Split, letter: 'y' },
    { label: 'Access', to: paths.projectAccess({ project }), icon: ShieldCheck, letter: 'a' },
  ]),
})

/** A form stands beside the list that it adds to. */
export const isActive = ({ to, exact }: NavItem, pathname: string) =>
  pathname === to || (!exact && (pathname.startsWith(`${to}/`) || pathname.startsWith(`${to}-new`)))
