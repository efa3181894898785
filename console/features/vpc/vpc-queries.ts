// VPCs of a project.
import { isUuid } from '#contract/checks.ts'
import { errorsAllowed, query } from '../../api.ts'
import { inProject, LARGE_PAGE, paged, type PageArgs } from '../../queries.ts'

export const vpcList = (project: string, page?: PageArgs) => query('vpc_list', { query: { project, ...paged(page) } })
export const first1000Vpcs = (project: string) => query('vpc_list', { query: { project, limit: LARGE_PAGE } })
export const vpcView = (project: string, vpc: string) =>
  query('vpc_view', { path: { vpc }, query: inProject(project, vpc) })
/** Whether the network has confirmed the last changes. Other hosts cannot tell. */
export const networkStatus = (project: string, vpc: string) =>
  errorsAllowed('network_status_view', { path: { vpc }, query: inProject(project, vpc) })
/** For showing the name of an id; the VPC may have been deleted since. */
export const vpcById = (vpc: string) => errorsAllowed('vpc_view', { path: { vpc } })

/** Selects a VPC in the query of a list. */
export const ofVpc = (project: string, vpc: string) => ({ ...inProject(project, vpc), vpc })
/** Selects the VPC of something that is named; an id needs none. */
export const inVpc = (project: string, vpc: string, nameOrId: string) => (isUuid(nameOrId) ? {} : ofVpc(project, vpc))
