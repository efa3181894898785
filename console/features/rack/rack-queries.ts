// Racks, and what is in them.
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { query } from '../../api.ts'
import { first1000SledLoads, first1000Sleds, first1000WaitingSleds } from '../sled/sled-queries.ts'
import { first1000Switches } from '../switch/switch-queries.ts'

export const first1000Racks = () => query('rack_list', { query: { limit: MAX_PAGE_SIZE } })

/** What the drawings need. */
export const hardwareQueries = () => [
  first1000Racks(),
  first1000Sleds(),
  first1000SledLoads(),
  first1000WaitingSleds(),
  first1000Switches(),
]
