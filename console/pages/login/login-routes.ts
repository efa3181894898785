// Signing in. Nobody is known yet, so nothing is loaded but what says how.
import { redirect } from 'react-router'
import { prefetch } from '../../api.ts'
import { places } from '../../paths.ts'
import { loginOptions } from '../../queries.ts'
import { page } from '../../route.ts'
import { withReturn } from './return-to.ts'
import { waysOf } from './ways.ts'

const choose = page({ path: places.login, crumb: 'Sign in', code: () => import('./choose-silo.tsx') })

export const loginRoutes = [
  {
    ...choose,
    /** Where there is nothing to choose, nobody is asked. */
    async loader({ request }: { request: Request }) {
      const options = await prefetch(loginOptions())
      const [way, ...others] = (options?.silos ?? []).flatMap(waysOf)
      return way && others.length === 0 ? redirect(withReturn(way.to, new URL(request.url).searchParams)) : null
    },
  },
  page({ path: places.loginLocal, crumb: 'Sign in', code: () => import('./local.tsx') }),
  page({ path: places.loginSaml, crumb: 'Sign in', code: () => import('./saml.tsx') }),
]
