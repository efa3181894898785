// Quotas and how much of them is in use: of the user's silo, and of all silos.
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { errorsAllowed, query } from '../../api.ts'

export const utilization = () => query('utilization_view')
export const first1000SiloUtilizations = () => query('silo_utilization_list', { query: { limit: MAX_PAGE_SIZE } })
/** Other hosts lack this operation, and give out each thread once. */
export const cpuOvercommit = () => errorsAllowed('cpu_overcommit_view')
