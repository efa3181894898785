// The source addresses that the system accepts, for operators.
import { ListChecks } from '@lucide/icons'
import type { Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { places } from '../../paths.ts'
import { page } from '../../route.ts'
import { allowList, callerAddress } from './allow-list-queries.ts'

const routes = page({
  crumb: { text: 'Allow list', to: places.allowList },
  shape: ['facts2'],
  load: () => [allowList(), callerAddress()],
  code: () => import('./allow-list-page.tsx'),
  children: [
    page({ path: places.allowList }),
    formRoute({
      path: places.allowListEdit,
      operation: 'networking_allow_list_update',
      crumb: 'Edit allow list',
      code: () => import('./allow-list-form.tsx'),
      form: 'AllowListForm',
    }),
  ],
})

export const allowListFeature: Feature = {
  system: { routes: [routes], nav: { label: 'Allow list', icon: ListChecks, to: places.allowList } },
}
