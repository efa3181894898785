// The reads that pages, loaders and the palette share, one line each. A query is a value: the same line in a loader and in a
// component is the same cached answer.
import { errorsAllowed, query } from './api.ts'

export const PAGE_SIZE = 25
/** Practically everything: for pickers and for names of ids. */
export const ALL = 1000

export interface PageArgs {
  limit?: number
  pageToken?: string
  sortBy?: 'name_ascending' | 'name_descending' | 'id_ascending'
}

const paged = (page: PageArgs = {}) => ({ limit: PAGE_SIZE, ...page })

export const currentUser = () => query('current_user_view')
export const currentUserGroups = () => query('current_user_groups', { query: { limit: ALL } })
/** Who may read it is a fleet viewer; a no is an answer. */
export const systemPolicy = () => errorsAllowed('system_policy_view')
export const mySiloPolicy = () => errorsAllowed('policy_view')

export const projectList = (page?: PageArgs) => query('project_list', { query: paged(page) })
export const projectView = (project: string) => query('project_view', { path: { project } })
