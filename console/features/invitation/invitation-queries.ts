// Invitations that nobody has used, for administrators, and the one whose link is open.
import { errorsAllowed, query } from '../../api.ts'
import { emptyIfNotOffered } from '../../other-host.ts'
import { emptyIfHidden, everyPage } from '../../queries.ts'

/** Empty for those who do not administer the silo, and on hosts without our additions. */
export const everyInvitation = (silo: string) =>
  emptyIfHidden(emptyIfNotOffered(everyPage((page) => query('invitation_list', { query: { ...page, silo } }))))

export const openInvitation = (token: string) => errorsAllowed('invitation_open', { body: { token } })
