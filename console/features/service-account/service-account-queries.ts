// Service accounts of the user's own silo, or of any silo for operators. Only administrators can read them.
import { errorsAllowed } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'

export const first1000ServiceAccounts = (silo?: string) =>
  errorsAllowed('service_account_list', { query: { limit: LARGE_PAGE, ...(silo !== undefined && { silo }) } })
