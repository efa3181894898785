// The user's access tokens: the list, and the form over it.
import { Ticket } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { everyAccessToken } from './access-token-queries.ts'

const routes = page({
  crumb: { text: 'Access tokens', to: places.accessTokens },
  load: () => [everyAccessToken()],
  code: () => import('./access-token-list.tsx'),
  children: [
    page({ path: places.accessTokens }),
    formRoute({
      path: places.accessTokensNew,
      operation: 'access_token_create',
      crumb: 'Create access token',
      code: () => import('./access-token-form.tsx'),
      form: 'AccessTokenForm',
    }),
  ],
})

export const accessTokenFeature: Feature = {
  settings: { routes: [routes], nav: { label: 'Access tokens', icon: Ticket, to: places.accessTokens, letter: 't' } },
}
