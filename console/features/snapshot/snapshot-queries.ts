// Snapshots of a project.
import { query } from '../../api.ts'
import { inProject, LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'

export const snapshotList = (project: string, page?: PageArgs) =>
  query('snapshot_list', { query: { project, ...paged(page) } })
export const first1000Snapshots = (project: string) => query('snapshot_list', { query: { project, limit: LARGE_PAGE } })
export const snapshotView = (project: string, snapshot: string) =>
  query('snapshot_view', { path: { snapshot }, query: inProject(project, snapshot) })
