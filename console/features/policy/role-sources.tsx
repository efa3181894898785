// An effective role and its sources.
import type { Role } from '#contract/role-rules.ts'
import { Badge } from '../../ui/display/badge.tsx'
import type { RoleSource } from './project-roles.ts'
import { RoleBadge } from './role-badge.tsx'

export function EffectiveRole({ role }: { role: Role | undefined }) {
  return role ? <Badge>{role}</Badge> : <span className="text-muted">No access</span>
}

export function RoleSources({ sources }: { sources: readonly RoleSource[] }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {sources.map(({ on, role, group }) => (
        <span key={`${on} ${role} ${group?.id}`} className="inline-flex items-center gap-1.5">
          <RoleBadge on={on} role={role} />
          {group && <span className="text-xs text-muted">via group {group.name}</span>}
        </span>
      ))}
    </span>
  )
}
