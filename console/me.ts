// Who is signed in, what the frame shows of them, and the way out.
import { send, useData } from './api.ts'
import { host } from './host.ts'
import { paths } from './paths.ts'
import { currentUser, currentUserGroups, systemPolicy } from './queries.ts'

export const meQueries = () => [currentUser(), currentUserGroups(), systemPolicy()] as const

export function useMe() {
  const user = useData(currentUser())
  const groups = useData(currentUserGroups()).items
  const isFleetViewer = useData(systemPolicy()).type === 'success'
  return { user, groups, isFleetViewer }
}

export const signOut = () => send('logout', {}, () => host.leave(paths.login()))
