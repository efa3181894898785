// Affinity and anti-affinity groups of a project, and their members.
import { query } from '../../api.ts'
import { inProject, LARGE_PAGE } from '../../queries.ts'

export const first1000AffinityGroups = (project: string) =>
  query('affinity_group_list', { query: { project, limit: LARGE_PAGE } })
export const affinityGroupView = (project: string, affinityGroup: string) =>
  query('affinity_group_view', { path: { affinityGroup }, query: inProject(project, affinityGroup) })
export const affinityGroupMembers = (project: string, affinityGroup: string) =>
  query('affinity_group_member_list', {
    path: { affinityGroup },
    query: { ...inProject(project, affinityGroup), limit: LARGE_PAGE },
  })
export const first1000AntiAffinityGroups = (project: string) =>
  query('anti_affinity_group_list', { query: { project, limit: LARGE_PAGE } })
export const antiAffinityGroupView = (project: string, antiAffinityGroup: string) =>
  query('anti_affinity_group_view', { path: { antiAffinityGroup }, query: inProject(project, antiAffinityGroup) })
export const antiAffinityGroupMembers = (project: string, antiAffinityGroup: string) =>
  query('anti_affinity_group_member_list', {
    path: { antiAffinityGroup },
    query: { ...inProject(project, antiAffinityGroup), limit: LARGE_PAGE },
  })
