// The instances of the silo, across projects.
import { Cpu } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { labelsIn } from '../../label-queries.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { siloInstanceList } from './silo-instance-queries.ts'

const routes = page({
  path: places.siloInstances,
  crumb: { text: 'Instances', to: places.siloInstances },
  load: () => [siloInstanceList()],
  later: () => [labelsIn({ kind: 'instance' })],
  code: () => import('./silo-instance-list.tsx'),
  // the text stands for the chips
  shape: ['filter', 'text', 'rows'],
})

export const siloInstanceFeature: Feature = {
  silo: { routes: [routes], nav: { label: 'Instances', icon: Cpu, to: places.siloInstances, letter: 'i' } },
}
