// The user's own settings: the profile. SSH keys are a feature of their own.
import { UserRound } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { first1000OwnGroups } from '../../me-queries.ts'
import { places } from '../../paths.ts'
import { leadsTo, page } from '../../route.ts'

export const settingsFeature: Feature = {
  settings: {
    routes: [
      leadsTo(places.settings, places.profile),
      page({
        path: places.profile,
        crumb: 'Profile',
        load: () => [first1000OwnGroups()],
        code: () => import('./profile.tsx'),
      }),
    ],
    nav: { label: 'Profile', icon: UserRound, to: places.profile, letter: 'o' },
  },
}
