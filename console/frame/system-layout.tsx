// The frame of the operators' pages.
import { Boxes, Gauge, Globe, Server } from '@lucide/icons'
import { paths } from '../paths.ts'
import { built, type Area } from './areas.ts'
import { Shell } from './shell.tsx'

const systemArea = (): Area => ({
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

export default function SystemLayout() {
  return <Shell area={systemArea()} />
}
