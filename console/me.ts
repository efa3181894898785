// Who is signed in, what the frame shows of them, and the way out.
import { data } from 'react-router'
import { prefetch, send, useData } from './api.ts'
import { host } from './host.ts'
import { paths } from './paths.ts'
import { currentUser, first1000OwnGroups, systemPolicy } from './me-queries.ts'

export const meQueries = () => [currentUser(), first1000OwnGroups(), systemPolicy()] as const

export function useMe() {
  const user = useData(currentUser())
  const groups = useData(first1000OwnGroups()).items
  const isFleetViewer = useData(systemPolicy()).type === 'success'
  return { user, groups, isFleetViewer }
}

/** To others the system's pages are not there. */
export async function requireFleetViewer(): Promise<null> {
  if ((await prefetch(systemPolicy())).type !== 'success') throw data(null, { status: 404 })
  return null
}

export const signOut = () => send('logout', {}, () => host.leave(paths.login()))
