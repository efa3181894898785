// IP pools linked to the user's silo.
import { query } from '../../api.ts'
import { MAX_PAGE_SIZE } from '../../queries.ts'

export const first1000IpPools = () => query('project_ip_pool_list', { query: { limit: MAX_PAGE_SIZE } })
