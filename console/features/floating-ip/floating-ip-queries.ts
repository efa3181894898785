// Floating IPs of a project.
import { query } from '../../api.ts'
import { MAX_PAGE_SIZE } from '../../queries.ts'

export const first1000FloatingIps = (project: string) =>
  query('floating_ip_list', { query: { project, limit: MAX_PAGE_SIZE } })
