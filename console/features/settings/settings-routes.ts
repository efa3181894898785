// The person's own pages.
import { paths, places } from '../../paths.ts'
import { leadsTo, page } from '../../route.ts'
import { sshKeyRoutes } from '../ssh-key/ssh-key-routes.ts'

const crumb = { text: 'Settings', to: () => paths.profile() }

export const settingsRoutes = [
  leadsTo(places.settings, places.profile),
  page({
    crumb,
    children: [page({ path: places.profile, crumb: 'Profile', code: () => import('./profile.tsx') }), sshKeyRoutes],
  }),
]
