// Signing in. Nobody is known yet, so nothing is loaded but what says how.
import { redirect } from 'react-router'
import { prefetch } from '../../api.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { withReturn } from './return-to.ts'
import { optionsQuery, silosOf, waysOf } from './ways.ts'

const choose = page({ path: places.login, crumb: 'Sign in', code: () => import('./choose-silo.tsx') })

export const loginRoutes = [
  {
    ...choose,
    /** Where there is nothing to choose, nobody is asked. */
    async loader({ request }: { request: Request }) {
      const search = new URL(request.url).searchParams
      const [way, ...others] = silosOf(await prefetch(optionsQuery())).flatMap(waysOf)
      const isPlain = way && others.length === 0 && !search.has('choose')
      return isPlain ? redirect(withReturn(way.to, search)) : null
    },
  },
  page({ path: places.loginLocal, crumb: 'Sign in', code: () => import('./local.tsx') }),
  page({ path: places.loginSaml, crumb: 'Sign in', code: () => import('./saml.tsx') }),
]
