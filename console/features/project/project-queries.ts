// Projects of the silo.
import { query } from '../../api.ts'
import { LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'

export const projectList = (page?: PageArgs) => query('project_list', { query: paged(page) })
export const projectView = (project: string) => query('project_view', { path: { project } })
export const first1000Projects = () => query('project_list', { query: { limit: LARGE_PAGE } })
