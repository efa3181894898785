// The activity of a project. Instances and silos show theirs on a tab.
import { History } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { activityList } from './activity-queries.ts'

const activity = page({
  path: places.projectActivity,
  crumb: 'Activity',
  shape: ['filters', 'rows'],
  load: ({ project = '' }, search) => [activityList({ project }, search)],
  code: () => import('./activity-page.tsx'),
})

export const activityFeature: Feature = {
  project: { routes: [activity], nav: { label: 'Activity', icon: History, to: places.projectActivity, letter: 't' } },
}
