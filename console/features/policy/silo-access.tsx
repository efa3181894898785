// Who has a role on the silo. Silo roles apply to every project.
import { useData } from '../../use-api.ts'
import { useMe } from '../../me.ts'
import { useWhyNot } from '../../use-why-not.ts'
import type { SortedColumn } from '../../table/filtered-table.tsx'
import { AccessPage, OWN_ROLE_CONSEQUENCE } from './access-page.tsx'
import { siloPolicy } from './policy-queries.ts'
import { holdersOf, siloRoleMeaning, useIdentities, type Holder, type Policy } from './policy.ts'
import { RoleBadges } from './role-badge.tsx'

const columns: SortedColumn<Holder>[] = [
  {
    id: 'role',
    header: 'Role',
    text: ({ roles }) => roles.join(' '),
    cell: ({ roles }) => <RoleBadges on="silo" roles={roles} />,
  },
]

export default function SiloAccessPage() {
  const policy = useData(siloPolicy())
  const known = useIdentities()
  const identities = known ?? []
  const { user } = useMe()
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
      whyNot={useWhyNot('policy_update')}
      consequence={({ id }) => (id === user.id ? OWN_ROLE_CONSEQUENCE : 'Project and group roles are kept.')}
      empty="Silo roles apply to all projects. Assign one to a user or group."
    />
  )
}
