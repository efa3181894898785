// IP pools linked to the user's silo.
import { query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'

export const first1000IpPools = () => query('project_ip_pool_list', { query: { limit: LARGE_PAGE } })
