// Snapshots of a project.
import { errorsAllowed, query } from '../../api.ts'
import { everyPage, inProject, LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'

export const snapshotList = (project: string, page?: PageArgs) =>
  query('snapshot_list', { query: { project, ...paged(page) } })
export const first1000Snapshots = (project: string) => query('snapshot_list', { query: { project, limit: LARGE_PAGE } })
export const everySnapshot = (project: string) =>
  everyPage((page) => query('snapshot_list', { query: { project, ...page } }))
export const snapshotView = (project: string, snapshot: string) =>
  query('snapshot_view', { path: { snapshot }, query: inProject(project, snapshot) })
/** For showing the name of an id; the snapshot may have been deleted since. */
export const snapshotById = (snapshot: string) => errorsAllowed('snapshot_view', { path: { snapshot } })
