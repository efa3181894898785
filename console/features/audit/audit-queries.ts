// The audit log, filtered. The filters are in the page's URL, so they can be shared.
import type { Data } from '#contract/client.ts'
import { query } from '../../api.ts'
import { pageSize } from '../../queries.ts'

export type AuditEvent = Data<'audit_list'>['items'][number]
export type ActivityEvent = Data<'activity_list'>['items'][number]

export const filterNames = ['actor', 'silo', 'operation', 'target', 'result', 'start', 'end'] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Partial<Record<FilterName, string>>

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

/** Drops values that the API would reject, because the URL may have been edited by hand. */
const isValid: Partial<Record<FilterName, (text: string) => boolean>> = {
  result: (text) => text === 'ok' || text === 'denied',
  start: isTime,
  end: isTime,
}

export function filtersIn(search: URLSearchParams): Filters {
  const given = filterNames.map((name) => [name, search.get(name) ?? ''] as const)
  return Object.fromEntries(given.filter(([name, text]) => text !== '' && (isValid[name]?.(text) ?? true)))
}

interface AuditPage {
  limit?: number
  pageToken?: string
}

const wireOf = ({ start, end, result, ...rest }: Filters) => ({
  ...rest,
  ...(result && { result: result as 'ok' | 'denied' }),
  ...(start && { startTime: new Date(start) }),
  ...(end && { endTime: new Date(end) }),
})

export const auditList = (filters: Filters, { limit = pageSize(), pageToken }: AuditPage = {}) =>
  query('audit_list', { query: { limit, ...(pageToken && { pageToken }), ...wireOf(filters) } })

/** The log grows all the time, so this is counted once per filter. */
export const auditCount = (filters: Filters) => ({
  ...query('audit_count', { query: wireOf(filters) }),
  staleTime: Infinity,
})

export const auditSettings = () => query('audit_settings_view')

/** Reads the whole log on the server. */
export const auditVerification = () => query('audit_verification_view')
