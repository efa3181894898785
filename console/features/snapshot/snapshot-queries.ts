// Snapshots of a project.
import { query } from '../../api.ts'
import { inProject, MAX_PAGE_SIZE, paged, type PageArgs } from '../../queries.ts'

export const snapshotList = (project: string, page?: PageArgs) =>
  query('snapshot_list', { query: { project, ...paged(page) } })
export const first1000Snapshots = (project: string) =>
  query('snapshot_list', { query: { project, limit: MAX_PAGE_SIZE } })
export const snapshotView = (project: string, snapshot: string) =>
  query('snapshot_view', { path: { snapshot }, query: inProject(project, snapshot) })
