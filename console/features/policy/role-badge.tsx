// The roles, and the badge of one and where it applies: "silo.admin".
import { Badge } from '../../ui/display/badge.tsx'

/** Strongest first. */
export const roles = ['admin', 'collaborator', 'viewer'] as const
export type Role = (typeof roles)[number]

export const RoleBadge = ({ on, role }: { on: 'silo' | 'project' | 'fleet'; role: Role }) => (
  <Badge>
    {on}.{role}
  </Badge>
)
