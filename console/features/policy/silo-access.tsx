// Who has a role on the silo. Silo roles apply to every project.
import { useData } from '../../use-api.ts'
import { first1000OwnGroups } from '../../me-queries.ts'
import { useMe } from '../../me.ts'
import type { Column } from '../../ui/display/table.tsx'
import { AccessPage, OWN_ROLE_CONSEQUENCE } from './access-page.tsx'
import { siloPolicy } from './policy-queries.ts'
import { holdersOf, roleIn, siloRoleMeaning, useIdentities, useNeeded, type Holder, type Policy } from './policy.ts'
import { RoleBadges } from './role-badge.tsx'

const columns: Column<Holder>[] = [
  {
    id: 'role',
    header: 'Role',
    cell: ({ roles }) => <RoleBadges on="silo" roles={roles} />,
  },
]

export default function SiloAccessPage() {
  const policy = useData(siloPolicy())
  const known = useIdentities(policy)
  const identities = known ?? []
  const { user, isFleetViewer } = useMe()
  const groups = useNeeded(first1000OwnGroups())?.items
  const isAdmin = !groups || roleIn(policy, [user.id, ...groups.map(({ id }) => id)]) === 'admin'
  return (
    <AccessPage
      target={{
        on: 'silo',
        policy,
        query: siloPolicy(),
        operation: 'policy_update',
        write: (body: Policy) => ({ body }),
        meaning: siloRoleMeaning,
      }}
      identities={identities}
      loading={!known}
      rows={holdersOf(policy, identities)}
      columns={columns}
      // operators may be allowed too, but their fleet roles cannot be read here
      whyNot={isAdmin || isFleetViewer ? undefined : 'Only silo admins can change access'}
      consequence={({ id }) => (id === user.id ? OWN_ROLE_CONSEQUENCE : 'Project and group roles are kept.')}
      empty="Silo roles apply to all projects. Assign one to a user or group."
    />
  )
}
