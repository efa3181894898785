// The frame of a project's pages.
import { Camera, Cpu, Disc3, HardDrive, Network, ShieldCheck, Split, Waypoints } from '@lucide/icons'
import { useParams } from 'react-router'
import { paths } from '../paths.ts'
import { built, projects, type Area } from './areas.ts'
import { Shell } from './shell.tsx'

const projectArea = (project: string): Area => ({
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

export default function ProjectLayout() {
  return <Shell area={projectArea(useParams().project ?? '')} />
}
