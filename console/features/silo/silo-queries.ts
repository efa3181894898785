// Silos, as operators see them.
import { query } from '../../api.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'

export const first1000Silos = () => query('silo_list', { query: { limit: MAX_PAGE_SIZE } })
