// The user's access tokens: the list, and the form over it.
import { Ticket } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { paths, places } from '../../paths.ts'
import { form, page } from '../../route.ts'
import { everyAccessToken } from './access-token-queries.ts'

const routes = page({
  crumb: { text: 'Access tokens', to: () => paths.accessTokens() },
  load: () => [everyAccessToken()],
  code: () => import('./access-token-list.tsx'),
  children: [
    page({ path: places.accessTokens }),
    form({ path: places.accessTokensNew, crumb: 'Create access token', code: () => import('./access-token-new.tsx') }),
  ],
})

export const accessTokenFeature: Feature = {
  settings: { routes: [routes], nav: { label: 'Access tokens', icon: Ticket, to: places.accessTokens, letter: 't' } },
}
