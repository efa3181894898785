// The fleet roles that silos grant through their role mapping. They are not part of the fleet's policy.
import { TextLink } from '../../frame/link.tsx'
import { paths } from '../../paths.ts'
import { TableCard } from '../../table/table-card.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { useLoad } from '../../use-api.ts'
import { first1000Silos } from '../silo/silo-queries.ts'
import { RoleBadge, roles, type Role } from './role-badge.tsx'

interface Mapping {
  silo: string
  role: Role
  fleetRole: Role
}

const columns: Column<Mapping>[] = [
  {
    id: 'silo',
    header: 'Silo',
    cell: ({ silo }) => <TextLink to={`${paths.silo({ silo })}?tab=fleet-roles`}>{silo}</TextLink>,
  },
  { id: 'role', header: 'Silo role', cell: ({ role }) => <RoleBadge on="silo" role={role} /> },
  { id: 'fleet', header: 'Fleet role', cell: ({ fleetRole }) => <RoleBadge on="fleet" role={fleetRole} /> },
]

export function MappedFleetRoles() {
  const silos = useLoad(first1000Silos()).data?.items ?? []
  const rows = silos.flatMap(({ name, mappedFleetRoles }) =>
    roles.flatMap((role) =>
      (mappedFleetRoles[role] ?? []).map((fleetRole): Mapping => ({ silo: name, role, fleetRole })),
    ),
  )
  if (rows.length === 0) return null
  return (
    <div className="mt-6">
      <TableCard
        title="Through silo roles"
        text="Users with these silo roles are operators too."
        columns={columns}
        rows={rows}
        rowKey={({ silo, role, fleetRole }) => `${silo} ${role} ${fleetRole}`}
        rowLabel={({ silo }) => silo}
      />
    </div>
  )
}
