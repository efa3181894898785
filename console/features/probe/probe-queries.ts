// Probes of a project. Only fleet viewers can read them.
import { query } from '../../api.ts'
import { paged, type PageArgs } from '../../queries.ts'

export const probeList = (project: string, page?: PageArgs) =>
  query('probe_list', { query: { project, ...paged(page) } })
export const probeView = (project: string, probe: string) =>
  query('probe_view', { path: { probe }, query: { project } })
