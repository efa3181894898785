// Hosts that were added to the rack, and the script that prepares them. Only fleet administrators can read them.
import type { Data, Model } from '#contract/client.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { errorsAllowed, query } from '../../api.ts'

export type Host = Model<'Host'>
export type HostSetup = Data<'host_setup_view'>

/** Others cannot list them, and other hosts lack the operation. */
export const first1000Hosts = () => errorsAllowed('host_list', { query: { limit: MAX_PAGE_SIZE } })
export const hostView = (host: string) => query('host_view', { path: { host } })
export const hostSetup = () => errorsAllowed('host_setup_view')
