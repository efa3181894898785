// Disks of a project.
import { errorsAllowed, query } from '../../api.ts'
import { MAX_PAGE_SIZE, paged, type PageArgs } from '../../queries.ts'

export const diskList = (project: string, page?: PageArgs) => query('disk_list', { query: { project, ...paged(page) } })
export const first1000Disks = (project: string) => query('disk_list', { query: { project, limit: MAX_PAGE_SIZE } })
/** For showing the name of an id; the disk may have been deleted since. */
export const diskById = (disk: string) => errorsAllowed('disk_view', { path: { disk } })
