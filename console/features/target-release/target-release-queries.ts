// The release that the system should run, and the changes of it that the audit log knows.
import { errorsAllowed, query } from '../../api.ts'

export const targetRelease = () => query('target_release_view')

const MAX_CHANGES = 100
/** The API keeps no history. Other hosts have no such log either. */
export const targetReleaseChanges = () =>
  errorsAllowed('audit_list', { query: { operation: 'target_release_update', limit: MAX_CHANGES } })

/** Other hosts have no name. */
export const installation = () => errorsAllowed('installation_view')
