// Floating IPs of a project.
import { query } from '../../api.ts'
import { inProject, LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'

export const floatingIpList = (project: string, page?: PageArgs) =>
  query('floating_ip_list', { query: { project, ...paged(page) } })
export const first1000FloatingIps = (project: string) =>
  query('floating_ip_list', { query: { project, limit: LARGE_PAGE } })
export const floatingIpView = (project: string, floatingIp: string) =>
  query('floating_ip_view', { path: { floatingIp }, query: inProject(project, floatingIp) })
