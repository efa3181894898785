// Sleds, what runs on them, and those waiting to be added.
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { query } from '../../api.ts'
import { paged, type UnsortedPage } from '../../queries.ts'

const most = { query: { limit: MAX_PAGE_SIZE } }

export const first1000Sleds = () => query('sled_list', most)
export const first1000WaitingSleds = () => query('sled_list_uninitialized', most)
export const first1000SledLoads = () => query('sled_load_list', most)
export const sledView = (sledId: string) => query('sled_view', { path: { sledId } })

export const sledInstances = (sledId: string, page?: UnsortedPage) =>
  query('sled_instance_list', { path: { sledId }, query: paged(page) })
export const sledDisks = (sledId: string, page?: UnsortedPage) =>
  query('sled_physical_disk_list', { path: { sledId }, query: paged(page) })
