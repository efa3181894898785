// Silos, for operators: the list, a silo's page, and the forms over them.
import { Layers } from '@lucide/icons'
import { searchSystem, type Feature } from '../../feature.ts'
import { formRoute } from '../../form/form-route.ts'
import { paths, places } from '../../paths.ts'
import { platform } from '../../platform-queries.ts'
import { page, type Load } from '../../route.ts'
import { activityList } from '../audit/activity-queries.ts'
import { loginOptions } from '../login/login-queries.ts'
import { systemOverview } from '../overview/overview-queries.ts'
import { hardwareQueries } from '../rack/rack-queries.ts'
import {
  everySiloGroup,
  everySiloUser,
  oidcProvider,
  samlProvider,
  siloCertificates,
  siloIpPools,
  siloList,
  siloOidcProviders,
  siloSamlProviders,
  siloProviders,
  siloRoles,
  siloUtilization,
  siloView,
} from './silo-queries.ts'

const list = page({
  shape: ['strip', 'racks', 'filter', 'rows'],
  load: () => [siloList(), systemOverview(), platform()],
  later: hardwareQueries,
  code: () => import('./silo-list.tsx'),
  children: [
    page({ path: places.silos }),
    formRoute({
      path: places.silosNew,
      operation: 'silo_create',
      crumb: 'New silo',
      load: () => [loginOptions()],
      code: () => import('./silo-form.tsx'),
      form: 'SiloForm',
      next: ({ name }) => paths.silo({ silo: name }),
    }),
  ],
})

/** Data for a single tab is fetched with that tab. */
const ofTab: Record<string, Load> = {
  users: ({ silo = '' }) => [everySiloUser(silo), everySiloGroup(silo)],
  certificates: ({ silo = '' }) => [siloCertificates(silo)],
  activity: ({ silo = '' }, search) => [activityList({ silo }, search)],
}

const silo = page({
  crumb: { text: ({ silo: name = '' }) => name, to: places.silo },
  shape: ['facts3', 'tabs', 'rows'],
  load: (params, search) => [
    siloView(params.silo ?? ''),
    siloUtilization(params.silo ?? ''),
    siloProviders(params.silo ?? ''),
    siloOidcProviders(params.silo ?? ''),
    siloSamlProviders(params.silo ?? ''),
    siloIpPools(params.silo ?? ''),
    siloRoles(params.silo ?? ''),
    loginOptions(),
    ...(ofTab[search.get('tab') ?? '']?.(params, search) ?? []),
  ],
  code: () => import('./silo-page.tsx'),
  children: [
    page({ path: places.silo }),
    formRoute({
      path: places.siloIdpsNew,
      operation: 'saml_identity_provider_create',
      crumb: 'New identity provider',
      load: () => [loginOptions()],
      code: () => import('../identity-provider/identity-provider-form.tsx'),
      form: 'IdentityProviderForm',
      next: ({ name }, { silo }) => paths.siloSamlIdp({ silo, provider: name }),
    }),
    formRoute({
      path: places.siloOidcIdpsNew,
      operation: 'oidc_provider_create',
      crumb: 'New OpenID Connect provider',
      load: () => [loginOptions()],
      code: () => import('../identity-provider/oidc-provider-form.tsx'),
      form: 'OidcProviderForm',
    }),
    formRoute({
      path: places.siloOidcIdp,
      crumb: 'OpenID Connect provider',
      reads: ({ silo, provider }) => ({ provider: oidcProvider(silo, provider) }),
      code: () => import('../identity-provider/oidc-provider-form.tsx'),
      form: 'OidcProviderEditForm',
    }),
    formRoute({
      path: places.siloSamlIdp,
      crumb: 'Identity provider',
      reads: ({ silo, provider }) => ({ provider: samlProvider(silo, provider) }),
      code: () => import('../identity-provider/identity-provider-view.tsx'),
      form: 'IdentityProviderView',
    }),
  ],
})

export const siloFeature: Feature = {
  system: {
    routes: [page({ crumb: { text: 'Silos', to: places.silos }, children: [list, silo] })],
    nav: { label: 'Silos', icon: Layers, to: places.silos, letter: 's' },
  },
  search: [searchSystem('Silos', siloList, ({ name }) => paths.silo({ silo: name }))],
}
