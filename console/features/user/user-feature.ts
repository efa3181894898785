// The users of the silo.
import { Users } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { ownPasswordPolicy } from '../password-policy/password-policy-queries.ts'
import { first1000ServiceAccounts } from '../service-account/service-account-queries.ts'
import { everyUser, everyUserState } from './user-queries.ts'

const routes = page({
  path: places.users,
  crumb: 'Users',
  load: () => [everyUser(), first1000ServiceAccounts(), everyUserState(), ownPasswordPolicy()],
  code: () => import('./user-list.tsx'),
})

export const userFeature: Feature = {
  silo: { routes: [routes], nav: { label: 'Users', icon: Users, to: places.users, letter: 's' } },
}
