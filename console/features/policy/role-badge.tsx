// A role and where it applies: "silo.admin".
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import type { Role } from './policy.ts'

const tones: Record<Role, Tone> = { admin: 'accent', collaborator: 'creating', viewer: 'transition' }

export function RoleBadge({ on, role }: { on: 'silo' | 'project' | 'fleet'; role: Role }) {
  return (
    <Badge tone={tones[role]}>
      {on}.{role}
    </Badge>
  )
}
