// Who has a role on the fleet. Fleet roles apply to the system pages, not to the contents of projects.
import { useMe, useWhyNotFleet } from '../../me.ts'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { useData } from '../../use-api.ts'
import { AccessPage, OWN_ROLE_CONSEQUENCE } from './access-page.tsx'
import { MappedFleetRoles } from './mapped-fleet-roles.tsx'
import { fleetIdentities, fleetPolicy } from './policy-queries.ts'
import { isOnlyAdmin, ONLY_ADMIN_CONSEQUENCE } from './only-admin-names.ts'
import { groupsFirst, holdersOf, useNeeded, type Holder, type Policy } from './policy.ts'
import { RoleBadges, type Role } from './role-badge.tsx'

const meaning: Record<Role, string> = {
  admin: 'Full control of the system, including access',
  collaborator: 'Create silos, set quotas and manage silo roles',
  viewer: 'View everything on the system pages',
}

const columnsOf = (silos: ReadonlyMap<string, string>): SortedColumn<Holder>[] => [
  { id: 'silo', header: 'Silo', text: ({ id }) => silos.get(id) ?? '', cell: ({ id }) => silos.get(id) ?? '' },
  {
    id: 'role',
    header: 'Role',
    text: ({ roles }) => roles.join(' '),
    cell: ({ roles }) => <RoleBadges on="fleet" roles={roles} />,
  },
]

export default function FleetAccessPage() {
  const policy = useData(fleetPolicy())
  const known = useNeeded(fleetIdentities())
  const identities = known ?? []
  const { user } = useMe()
  const silos = new Map(identities.map(({ id, silo }) => [id, silo]))
  // users of different silos can have the same name
  const named = identities.map(({ silo, ...one }) => ({ ...one, label: `${one.name} (${silo})` })).toSorted(groupsFirst)
  return (
    <AccessPage
      target={{
        on: 'fleet',
        policy,
        query: fleetPolicy(),
        operation: 'system_policy_update',
        write: (body: Policy) => ({ body }),
        meaning,
      }}
      title="Fleet access"
      docs="fleet-access"
      identities={named}
      loading={!known}
      rows={holdersOf(policy, identities)}
      columns={columnsOf(silos)}
      whyNot={useWhyNotFleet()}
      consequence={({ id }) => {
        if (isOnlyAdmin(policy, id)) return ONLY_ADMIN_CONSEQUENCE
        return id === user.id
          ? OWN_ROLE_CONSEQUENCE
          : 'Silo and project roles are kept, as are fleet roles granted through a silo.'
      }}
      empty="Fleet roles let users operate the system. Silos can also grant them through their role mapping."
    >
      <MappedFleetRoles />
    </AccessPage>
  )
}
