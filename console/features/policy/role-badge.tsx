// A role and where it applies: "silo.admin".
import { Badge } from '../../ui/display/badge.tsx'
import type { Role } from './policy.ts'

export const RoleBadge = ({ on, role }: { on: 'silo' | 'project' | 'fleet'; role: Role }) => (
  <Badge>
    {on}.{role}
  </Badge>
)
