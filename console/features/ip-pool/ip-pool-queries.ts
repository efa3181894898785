// IP pools: those linked to the user's silo, and all pools for operators.
import { query } from '../../api.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { emptyIfNotOffered } from '../../other-host.ts'
import { paged, emptyIfHidden, type PageArgs, type UnsortedPage } from '../../queries.ts'

/** Linked to the user's silo. */
export const first1000IpPools = () => emptyIfHidden(query('project_ip_pool_list', { query: { limit: MAX_PAGE_SIZE } }))

export const ipPoolList = (page?: PageArgs) => query('ip_pool_list', { query: paged(page) })
export const first1000SystemIpPools = () => query('ip_pool_list', { query: { limit: MAX_PAGE_SIZE } })
export const ipPoolView = (pool: string) => query('ip_pool_view', { path: { pool } })
export const ipPoolUtilization = (pool: string) => query('ip_pool_utilization_view', { path: { pool } })
export const ipPoolRanges = (pool: string) =>
  query('ip_pool_range_list', { path: { pool }, query: { limit: MAX_PAGE_SIZE } })
export const ipPoolSilos = (pool: string) =>
  query('ip_pool_silo_list', { path: { pool }, query: { limit: MAX_PAGE_SIZE } })

/** For the system's own services. */
export const serviceIpPool = () => query('ip_pool_service_view')
export const serviceIpPoolRanges = () => query('ip_pool_service_range_list', { query: { limit: MAX_PAGE_SIZE } })

export const ipPoolAddresses = (pool: string, page?: UnsortedPage) =>
  emptyIfNotOffered(query('ip_pool_address_list', { path: { pool }, query: paged(page) }))
