// Where the user is signed in.
import { Laptop } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { everyOwnSession } from './own-session-queries.ts'

const routes = page({
  path: places.sessions,
  crumb: 'Sessions',
  load: () => [everyOwnSession()],
  code: () => import('./own-session-list.tsx'),
})

export const ownSessionFeature: Feature = {
  settings: { routes: [routes], nav: { label: 'Sessions', icon: Laptop, to: places.sessions, letter: 's' } },
}
