// The page that the link of an invitation opens.
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'

const routes = page({
  path: places.invitation,
  crumb: 'Invitation',
  code: () => import('./invitation-page.tsx'),
})

export const invitationFeature: Feature = { public: [routes] }
