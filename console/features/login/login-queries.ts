// The login methods for the login page.
import { errorsAllowed } from '../../api.ts'

/** Other hosts lack this operation. `silo` is the last used one, which may be hidden from the list. */
export const loginOptions = (silo?: string) => errorsAllowed('login_options', { query: { silo } })
