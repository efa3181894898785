// How the login page can sign people in.
import { errorsAllowed } from '../../api.ts'

/** Hosts other than ours lack this operation. `silo` is the one used last, which may be hidden from the list. */
export const loginOptions = (silo?: string) => errorsAllowed('login_options', { query: { silo } })
