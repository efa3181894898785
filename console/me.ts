// The signed-in user, for the frame, and signing out.
import { atLeast, type Role } from '#contract/role-rules.ts'
import { send } from './api.ts'
import { host } from './host.ts'
import { paths } from './paths.ts'
import { currentUser } from './me-queries.ts'
import { useData } from './use-api.ts'

export function useMe() {
  const user = useData(currentUser())
  return { user, isFleetViewer: user.fleetRole !== 'none' }
}

/** Why the user cannot change fleet resources. On hosts that do not report roles, actions stay available. */
export function useWhyNotFleet(needed: Role = 'admin'): string | undefined {
  const { fleetRole } = useData(currentUser())
  if (fleetRole === 'some' || (fleetRole !== 'none' && atLeast(fleetRole, needed))) return undefined
  return `You need the fleet ${needed} role. Yours is ${fleetRole}.`
}

export const signOut = () => send('logout', {}, () => host.leave(paths.login()))
