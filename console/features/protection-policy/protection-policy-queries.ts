// Protection policies of a project, and the points in time of its instances.
import { query } from '../../api.ts'
import { inProject, LARGE_PAGE } from '../../queries.ts'

export const everyProtectionPolicy = (project: string) =>
  query('protection_policy_list', { query: { project, limit: LARGE_PAGE } })
export const protectionPolicyView = (project: string, policy: string) =>
  query('protection_policy_view', { path: { policy }, query: inProject(project, policy) })
export const protectionRuns = (project: string, policy: string) =>
  query('protection_run_list', {
    path: { policy },
    query: { ...inProject(project, policy), limit: LARGE_PAGE, sortBy: 'time_and_id_descending' },
  })
export const protectionOverview = (project: string) => query('protection_overview_view', { query: { project } })
export const recoveryPoints = (project: string, instance: string) =>
  query('recovery_point_list', {
    path: { instance },
    query: { ...inProject(project, instance), limit: LARGE_PAGE, sortBy: 'time_and_id_descending' },
  })
