// The fleet roles that silo roles map to.
import type { Model } from '#contract/client.ts'
import { roles } from '../policy/role-badge.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'

export function SiloFleetRoles({ silo: { mappedFleetRoles } }: { silo: Model<'Silo'> }) {
  const mapped = roles.flatMap((silo) => (mappedFleetRoles[silo] ?? []).map((fleet) => ({ silo, fleet })))
  if (mapped.length === 0)
    return (
      <EmptyState
        title="No mapped fleet roles"
        text="Roles on this silo give no access to the system. The mapping is set when the silo is created."
      />
    )
  return (
    <>
      <p className="mb-2 text-sm text-muted">Users with these silo roles are operators too.</p>
      <ul aria-label="Fleet roles" className="space-y-2">
        {mapped.map(({ silo, fleet }) => (
          <li key={`${silo} ${fleet}`}>
            Silo {silo} → Fleet {fleet}
          </li>
        ))}
      </ul>
    </>
  )
}
