// Subnets of a VPC.
import { errorsAllowed, query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'

export const first1000Subnets = (project: string, vpc: string) =>
  query('vpc_subnet_list', { query: { project, vpc, limit: LARGE_PAGE } })
/** For showing the name of an id; the subnet may have been deleted since. */
export const subnetById = (subnet: string) => errorsAllowed('vpc_subnet_view', { path: { subnet } })
