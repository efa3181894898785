// External networks, and the hosts and databases of the network. Other hosts lack these operations.
import { errorsAllowed, query } from '../../api.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { emptyIfNotOffered } from '../../other-host.ts'
import { paged, type PageArgs } from '../../queries.ts'

export const externalNetworkList = (page?: PageArgs) =>
  emptyIfNotOffered(query('external_network_list', { query: paged(page) }))
export const first1000ExternalNetworks = () =>
  emptyIfNotOffered(query('external_network_list', { query: { limit: MAX_PAGE_SIZE } }))
export const externalNetworkView = (network: string) => query('external_network_view', { path: { network } })
export const systemNetwork = () => errorsAllowed('system_network_view')
