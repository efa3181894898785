// The signed-in user, for the frame, and signing out.
import { atLeast, type Role } from '#contract/role-rules.ts'
import { send } from './api.ts'
import { host } from './host.ts'
import { paths } from './paths.ts'
import { currentUser, first1000OwnGroups, fleetRole, systemPolicy } from './me-queries.ts'
import { useData } from './use-api.ts'

export function useMe() {
  const user = useData(currentUser())
  const isFleetViewer = useData(systemPolicy()).type === 'success'
  return { user, isFleetViewer }
}

/** For pages whose loader fetches `first1000OwnGroups`. */
export const useOwnGroups = () => useData(first1000OwnGroups()).items

/** Why the user cannot change fleet resources. On hosts that do not report roles, actions stay available. */
export function useWhyNotFleet(needed: Role = 'admin'): string | undefined {
  const answer = useData(fleetRole())
  if (answer.type !== 'success' || atLeast(answer.data.role, needed)) return undefined
  return `You need the fleet ${needed} role. Yours is ${answer.data.role}.`
}

export const signOut = () => send('logout', {}, () => host.leave(paths.login()))
