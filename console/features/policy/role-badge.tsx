// The roles, and the badge of one and where it applies: "silo.admin".
import { Badge } from '../../ui/display/badge.tsx'
import { More } from '../../ui/page/more.tsx'

/** Strongest first. */
export const roles = ['admin', 'collaborator', 'viewer'] as const
export type Role = (typeof roles)[number]
export const roleNames: Record<Role, string> = { admin: 'Admin', collaborator: 'Collaborator', viewer: 'Viewer' }

type Place = 'silo' | 'project' | 'fleet'

export const RoleBadge = ({ on, role }: { on: Place; role: Role }) => (
  <Badge>
    {on}.{role}
  </Badge>
)

/** The first, and the number of the others. Give the strongest first. */
export function RoleBadges({ on, roles: [first, ...others] }: { on: Place; roles: readonly Role[] }) {
  return (
    <span className="flex items-center gap-1.5">
      {first && <RoleBadge on={on} role={first} />}
      <More label="roles" texts={others.map((role) => `${on}.${role}`)} />
    </span>
  )
}
