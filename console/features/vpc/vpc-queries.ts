// VPCs of a project.
import { errorsAllowed, query } from '../../api.ts'
import { LARGE_PAGE } from '../../queries.ts'

export const first1000Vpcs = (project: string) => query('vpc_list', { query: { project, limit: LARGE_PAGE } })
/** For showing the name of an id; the VPC may have been deleted since. */
export const vpcById = (vpc: string) => errorsAllowed('vpc_view', { path: { vpc } })
