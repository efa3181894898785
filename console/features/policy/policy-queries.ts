// Who has which role on the fleet, the silo and a project.
import { prefetch, query, type Query } from '../../api.ts'
import { currentUser } from '../../me-queries.ts'
import { everySiloGroup, everySiloUser, first1000Silos } from '../silo/silo-queries.ts'
import type { Identity } from './policy.ts'

export const siloPolicy = () => query('policy_view')
export const projectPolicy = (project: string) => query('project_policy_view', { path: { project } })
export const fleetPolicy = () => query('system_policy_view')

export interface FleetIdentity extends Identity {
  silo: string
}

/** Silos are asked a few at a time: there can be hundreds. */
const PARALLEL_SILOS = 8

/** Users and groups of every silo that can be discovered, and of the caller's own. Operators usually come from few of them. */
export const fleetIdentities = (): Query<FleetIdentity[]> => ({
  key: ['silo_user_list', { of: 'every silo' }],
  async fetch(signal) {
    const [me, { items }] = await Promise.all([prefetch(currentUser()), prefetch(first1000Silos())])
    const silos = [...new Set([me.siloName, ...items.map(({ name }) => name)])]
    const found: FleetIdentity[] = []
    for (let at = 0; at < silos.length; at += PARALLEL_SILOS) {
      const some = silos.slice(at, at + PARALLEL_SILOS).map((silo) => identitiesOf(silo, signal))
      found.push(...(await Promise.all(some)).flat())
    }
    return found
  },
})

async function identitiesOf(silo: string, signal: AbortSignal): Promise<FleetIdentity[]> {
  const [groups, users] = await Promise.all([everySiloGroup(silo).fetch(signal), everySiloUser(silo).fetch(signal)])
  const as = (type: Identity['type']) => (one: { id: string; displayName: string }) => ({
    id: one.id,
    name: one.displayName,
    type,
    silo,
  })
  return [...groups.items.map(as('silo_group')), ...users.items.map(as('silo_user'))]
}
