// The signed-in user, their groups and the policies that decide what the console offers them.
import type { Data } from '#contract/client.ts'
import { FLEET_ROLE_HEADER, INSTALLATION_HEADER, SECOND_FACTOR_DUE_HEADER, type Role } from '#contract/role-rules.ts'
import { errorsAllowed, prefetch, query, type Query } from './api.ts'
import { askWithHeaders } from './ask.ts'
import { host } from './host.ts'
import { LARGE_PAGE } from './queries.ts'
import { notFound } from './route.ts'

/** "some": a fleet role, but the host does not say which. */
type FleetRole = Role | 'some' | 'none'

interface Standing {
  fleetRole: FleetRole
  /** Until when they must set up a second factor. */
  secondFactorDue: Date | undefined
  /** What the installation is called. */
  installation: string | undefined
}

/** The user with their fleet role. On hosts that do not send it, those who can read the fleet's policy have some role. */
export const currentUser = (): Query<Data<'current_user_view'> & Standing> => ({
  key: ['current_user_view', {}],
  async fetch(signal) {
    const { data, headers } = await askWithHeaders('current_user_view', {}, { signal })
    const sent = headers.get(FLEET_ROLE_HEADER) as FleetRole | null
    const installation = headers.get(INSTALLATION_HEADER)
    const due = headers.get(SECOND_FACTOR_DUE_HEADER)
    return {
      ...data,
      fleetRole: sent ?? ((await systemPolicy().fetch(signal)).type === 'success' ? 'some' : 'none'),
      installation: installation === null ? undefined : decodeURIComponent(installation),
      secondFactorDue: due === null ? undefined : new Date(due),
    }
  },
  staleTime: 60_000,
})
const systemPolicy = () => errorsAllowed('system_policy_view')
export const first1000OwnGroups = () => query('current_user_groups', { query: { limit: LARGE_PAGE } })
export const ownSiloPolicy = () => errorsAllowed('policy_view')

/** Unknown on other hosts of the API. */
export const ownRoles = () => errorsAllowed('own_role_view')

export const siloAdmins = () => errorsAllowed('silo_admin_list')

export type Visitor = 'signed in' | 'signed out' | 'unknown'

/** A loader for public pages. It never redirects to the login page. */
export async function loadVisitor(): Promise<Visitor> {
  try {
    const { ok, status } = await host.fetch('/v1/me')
    if (!ok) return status === 401 ? 'signed out' : 'unknown'
    await prefetch(currentUser())
    return 'signed in'
  } catch {
    return 'unknown'
  }
}

/** A loader: everyone else gets the "not found" page. */
export async function requireFleetViewer(): Promise<null> {
  if ((await prefetch(currentUser())).fleetRole === 'none') throw notFound()
  return null
}
