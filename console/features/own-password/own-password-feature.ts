// The page for users who must choose another password. The profile has the card for everyone else.
import type { Feature } from '../../feature.ts'
import { currentUser } from '../../me-queries.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'

const required = page({
  path: places.passwordRequired,
  crumb: 'Choose another password',
  load: () => [currentUser()],
  code: () => import('./password-required.tsx'),
})

export const ownPasswordFeature: Feature = { public: [required] }
