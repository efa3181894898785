// The activity of a project, an instance, a disk or a silo. The filters are in the page's URL, like those of the audit log.
import { errorsAllowed } from '../../api.ts'
import { inProject, pageSize, type UnsortedPage } from '../../queries.ts'
import { filtersIn } from './audit-queries.ts'

export interface ActivityScope {
  project?: string
  instance?: string
  disk?: string
  silo?: string
}

export const instanceScope = (project: string, instance: string): ActivityScope => ({
  instance,
  ...inProject(project, instance),
})

export const diskScope = (project: string, disk: string): ActivityScope => ({ disk, ...inProject(project, disk) })

/** Other hosts lack this operation, so an error is a valid result. */
export function activityList(
  scope: ActivityScope,
  search: URLSearchParams,
  { limit = pageSize(), pageToken }: UnsortedPage = {},
) {
  const { actor, operation, result, start, end } = filtersIn(search)
  return errorsAllowed('activity_list', {
    query: {
      limit,
      ...(pageToken && { pageToken }),
      ...scope,
      ...(actor && { actor }),
      ...(operation && { operation }),
      ...(result && { result: result as 'ok' | 'denied' }),
      ...(start && { startTime: new Date(start) }),
      ...(end && { endTime: new Date(end) }),
    },
  })
}
