// Silos and their resources, for operators.
import { errorsAllowed, query } from '../../api.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { emptyIfNotOffered } from '../../other-host.ts'
import { everyPage, paged, type PageArgs } from '../../queries.ts'

export const siloList = (page?: PageArgs) => query('silo_list', { query: paged(page) })
export const first1000Silos = () => query('silo_list', { query: { limit: MAX_PAGE_SIZE } })
export const siloView = (silo: string) => query('silo_view', { path: { silo } })
export const siloUtilization = (silo: string) => query('silo_utilization_view', { path: { silo } })
export const siloProviders = (silo: string) =>
  query('silo_identity_provider_list', { query: { silo, limit: MAX_PAGE_SIZE } })
export const siloOidcProviders = (silo: string) =>
  errorsAllowed('oidc_provider_list', { path: { silo }, query: { limit: MAX_PAGE_SIZE } })
/** Which SAML providers are on. */
export const siloSamlProviders = (silo: string) =>
  errorsAllowed('saml_provider_list', { path: { silo }, query: { limit: MAX_PAGE_SIZE } })
export const oidcProvider = (silo: string, provider: string) =>
  query('oidc_provider_view', { path: { silo, provider } })
export const samlProvider = (silo: string, provider: string) =>
  query('saml_identity_provider_view', { path: { provider }, query: { silo } })
export const siloIpPools = (silo: string) =>
  query('silo_ip_pool_list', { path: { silo }, query: { limit: MAX_PAGE_SIZE } })
export const everySiloUser = (silo: string) =>
  everyPage((page) => query('silo_user_list', { query: { silo, ...page } }))
export const everySiloGroup = (silo: string) =>
  emptyIfNotOffered(everyPage((page) => query('silo_group_list', { path: { silo }, query: page })))
export const siloRoles = (silo: string) => query('silo_policy_view', { path: { silo } })
export const siloCertificates = (silo: string) =>
  emptyIfNotOffered(query('silo_certificate_list', { path: { silo }, query: { limit: MAX_PAGE_SIZE } }))
