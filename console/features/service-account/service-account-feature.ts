// Service accounts of the silo: the list, and the form over it.
import { Bot } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { first1000ServiceAccounts } from './service-account-queries.ts'

const routes = page({
  crumb: { text: 'Service accounts', to: places.serviceAccounts },
  load: () => [first1000ServiceAccounts()],
  code: () => import('./service-account-list.tsx'),
  children: [
    page({ path: places.serviceAccounts }),
    formRoute({
      path: places.serviceAccountsNew,
      operation: 'service_account_create',
      crumb: 'Create service account',
      code: () => import('./service-account-form.tsx'),
      form: 'ServiceAccountForm',
    }),
  ],
})

export const serviceAccountFeature: Feature = {
  silo: { routes: [routes], nav: { label: 'Service accounts', icon: Bot, to: places.serviceAccounts, letter: 'v' } },
}
