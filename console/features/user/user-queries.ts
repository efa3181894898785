// Users of the silo.
import { query } from '../../api.ts'
import { emptyIfNotOffered } from '../../other-host.ts'
import { emptyIfHidden, everyPage } from '../../queries.ts'

/** Which users are enabled. Empty for those who do not administer the silo, and on hosts without our additions. */
export const everyUserState = (silo?: string) =>
  emptyIfHidden(
    emptyIfNotOffered(
      everyPage((page) => query('user_state_list', { query: { ...page, ...(silo !== undefined && { silo }) } })),
    ),
  )

export const everyUser = () => everyPage((page) => query('user_list', { query: page }))
