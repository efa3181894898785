// Disks of a project.
import { errorsAllowed, query } from '../../api.ts'
import { inProject, LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'

export const diskList = (project: string, page?: PageArgs) => query('disk_list', { query: { project, ...paged(page) } })
export const first1000Disks = (project: string) => query('disk_list', { query: { project, limit: LARGE_PAGE } })
export const diskView = (project: string, disk: string) =>
  query('disk_view', { path: { disk }, query: inProject(project, disk) })
/** For showing the name of an id; the disk may have been deleted since. */
export const diskById = (disk: string) => errorsAllowed('disk_view', { path: { disk } })
