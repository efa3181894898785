// The signed-in user, their groups and the policies that decide what the console offers them.
import { errorsAllowed, prefetch, query } from './api.ts'
import { host } from './host.ts'
import { LARGE_PAGE } from './queries.ts'
import { notFound } from './route.ts'

export const currentUser = () => query('current_user_view')
export const first1000OwnGroups = () => query('current_user_groups', { query: { limit: LARGE_PAGE } })
/** Only fleet viewers can read it, so an error is a valid result. */
export const systemPolicy = () => errorsAllowed('system_policy_view')
/** Other hosts of the API do not serve it. */
export const fleetRole = () => errorsAllowed('fleet_role_view')
export const ownSiloPolicy = () => errorsAllowed('policy_view')

/** Queries for the frame of every signed-in page. */
export const meQueries = () => [currentUser(), systemPolicy()] as const

export type Visitor = 'signed in' | 'signed out' | 'unknown'

/** A loader for public pages. It never redirects to the login page. */
export async function loadVisitor(): Promise<Visitor> {
  try {
    const { ok, status } = await host.fetch('/v1/me')
    if (!ok) return status === 401 ? 'signed out' : 'unknown'
    await Promise.all(meQueries().map(prefetch<unknown>))
    return 'signed in'
  } catch {
    return 'unknown'
  }
}

/** A loader: everyone else gets the "not found" page. */
export async function requireFleetViewer(): Promise<null> {
  const [policy] = await Promise.all([prefetch(systemPolicy()), prefetch(fleetRole())])
  if (policy.type !== 'success') throw notFound()
  return null
}
