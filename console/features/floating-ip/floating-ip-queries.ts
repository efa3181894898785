// Floating IPs of a project.
import { query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'

export const first1000FloatingIps = (project: string) =>
  query('floating_ip_list', { query: { project, limit: LARGE_PAGE } })
