// Switches of all racks.
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { query } from '../../api.ts'

export const first1000Switches = () => query('switch_list', { query: { limit: MAX_PAGE_SIZE } })
