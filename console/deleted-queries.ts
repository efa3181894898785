// What was deleted and can still be restored. Hosts other than ours keep nothing.
import type { Model } from '#contract/client.ts'
import { cached, errorsAllowed, query } from './api.ts'
import { currentUser } from './me-queries.ts'
import { everyPage } from './queries.ts'

export type Deleted = Model<'Deleted'>

/** A project by name or ID, or a silo for its projects and images. */
export type DeletedFrom = { project: string } | { silo: string }

export const everyDeleted = (from: DeletedFrom) =>
  everyPage((page) => query('deleted_list', { query: { ...from, ...page } }))

/** The last deletions come first, so what was deleted just now is among them. */
export const lastDeleted = (from: DeletedFrom) => query('deleted_list', { query: { ...from, limit: 100 } })

export const deletedSettings = (silo: string) => errorsAllowed('deleted_settings_view', { path: { silo } })
export const deletedUsage = (silo: string) => errorsAllowed('deleted_usage_view', { path: { silo } })
export const everySiloDeletedUsage = () => errorsAllowed('system_deleted_usage_list', { query: { limit: 1000 } })

/** How long what the user deletes can be restored, in seconds. Undefined if it is not known, or nothing is kept. */
export function ownRetention(): number | undefined {
  const user = cached(currentUser())
  const answer = user && cached(deletedSettings(user.siloName))
  return answer?.type === 'success' && answer.data.retentionSeconds > 0 ? answer.data.retentionSeconds : undefined
}
