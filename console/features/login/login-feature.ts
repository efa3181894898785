// Signing in. Loads only the login methods, because there is no session yet.
import type { LoaderFunctionArgs } from 'react-router'
import type { Feature } from '../../feature.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'

const choose = page({ path: places.login, crumb: 'Sign in', code: () => import('./choose-silo.tsx') })

const oidc = page({ path: places.loginOidc, crumb: 'Sign in', code: () => import('./oidc.tsx') })

const routes = [
  {
    ...choose,
    loader: async ({ request }: { request: Request }) => (await import('./skip-choice.ts')).skipOnlyChoice(request),
  },
  page({ path: places.loginLocal, crumb: 'Sign in', code: () => import('./local.tsx') }),
  {
    ...oidc,
    loader: async ({ request, params }: LoaderFunctionArgs) =>
      (await import('./oidc-return.ts')).completeLogin(request, params),
  },
  page({ path: places.loginSaml, crumb: 'Sign in', code: () => import('./saml.tsx') }),
]

export const loginFeature: Feature = { public: routes }
