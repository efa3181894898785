// The signed-in user, their groups and the policies that decide what the console offers them.
import { errorsAllowed, query } from './api.ts'
import { LARGE_PAGE } from './queries.ts'

export const currentUser = () => query('current_user_view')
export const first1000OwnGroups = () => query('current_user_groups', { query: { limit: LARGE_PAGE } })
/** Readable by fleet viewers only, so a refusal is a valid answer. */
export const systemPolicy = () => errorsAllowed('system_policy_view')
/** Other hosts of the API do not serve it. */
export const fleetRole = () => errorsAllowed('fleet_role_view')
export const ownSiloPolicy = () => errorsAllowed('policy_view')
