// The signed-in user, for the frame, and signing out.
import { atLeast, type Role } from '#contract/role-rules.ts'
import { errorsAllowed, queryOptions, send } from './api.ts'
import { queryClient } from './cache.ts'
import { host } from './host.ts'
import { paths } from './paths.ts'
import { currentUser } from './me-queries.ts'
import { useData } from './use-api.ts'
import { missingRole } from './why-not.ts'

export function useMe() {
  const user = useData(currentUser())
  return { user, isFleetViewer: user.fleetRole !== 'none' }
}

/** Why the user cannot change fleet resources. On hosts that do not report roles, actions stay available. */
export function useWhyNotFleet(needed: Role = 'admin'): string | undefined {
  const { fleetRole } = useData(currentUser())
  if (fleetRole === 'some' || (fleetRole !== 'none' && atLeast(fleetRole, needed))) return undefined
  return missingRole('fleet', needed, fleetRole)
}

/** Also at the identity provider, if it opened the session and has a place for that. */
export async function signOut(): Promise<void> {
  const answer = await queryClient.fetchQuery({ ...queryOptions(errorsAllowed('oidc_logout_view')), staleTime: 0 })
  const provider = answer.type === 'success' ? answer.data.location : null
  await send('logout', {}, () => (provider ? leaveFor(provider) : host.leave(paths.login())))
}

/** Like host.leave, this never resolves: a read after it would get 401 and lead to the login page instead. */
const leaveFor = (url: string) => new Promise<never>(() => location.assign(url))
