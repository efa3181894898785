// The roles on a silo, for forms that give one to a new user.
import { siloRoleMeaning } from './policy.ts'
import { roleNames, roles } from './role-badge.tsx'

export const siloRoleItems = [
  { value: '', label: 'None' },
  ...roles.map((role) => ({ value: role, label: `${roleNames[role]}: ${siloRoleMeaning[role].toLowerCase()}` })),
]
