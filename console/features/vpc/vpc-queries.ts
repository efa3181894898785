// VPCs of a project.
import { errorsAllowed, query } from '../../api.ts'
import { MAX_PAGE_SIZE } from '../../queries.ts'

export const first1000Vpcs = (project: string) => query('vpc_list', { query: { project, limit: MAX_PAGE_SIZE } })
/** For showing the name of an id; the VPC may have been deleted since. */
export const vpcById = (vpc: string) => errorsAllowed('vpc_view', { path: { vpc } })
