// An effective role and its sources.
import type { Role } from '#contract/role-rules.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { More } from '../../ui/page/more.tsx'
import type { RoleSource } from './project-roles.ts'
import { RoleBadge } from './role-badge.tsx'

export function EffectiveRole({ role }: { role: Role | undefined }) {
  return role ? <Badge>{role}</Badge> : <span className="text-muted">No access</span>
}

function RoleSourceBadge({ source: { on, role, group } }: { source: RoleSource }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <RoleBadge on={on} role={role} />
      {group && <span className="text-xs text-muted">via group {group.name}</span>}
    </span>
  )
}

const textOf = ({ on, role, group }: RoleSource) => `${on}.${role}${group ? ` via group ${group.name}` : ''}`

export function RoleSources({ sources }: { sources: readonly RoleSource[] }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {sources.map((source) => (
        <RoleSourceBadge key={textOf(source)} source={source} />
      ))}
    </span>
  )
}

/** The strongest, and the number of the others. */
export function StrongestSource({ sources: [first, ...others] }: { sources: readonly RoleSource[] }) {
  return (
    <span className="flex items-center gap-1.5">
      {first && <RoleSourceBadge source={first} />}
      <More label="roles" texts={others.map(textOf)} />
    </span>
  )
}
