// The allow list, and the address that this browser's requests come from.
import { errorsAllowed, query } from '../../api.ts'

export const allowList = () => query('networking_allow_list_view')
/** Other hosts of the API do not serve it. */
export const callerAddress = () => errorsAllowed('caller_address_view')
