// Signing in. Nobody is known yet, so nothing is loaded but what says how.
import { places } from '../../paths.ts'
import { page } from '../../route.ts'

export const loginRoutes = [
  page({ path: places.loginLocal, crumb: 'Sign in', code: () => import('./local.tsx') }),
  page({ path: places.loginSaml, crumb: 'Sign in', code: () => import('./saml.tsx') }),
]
