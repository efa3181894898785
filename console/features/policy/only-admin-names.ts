// Who alone keeps the fleet open, and what to say before it is closed.
import type { Model } from '#contract/client.ts'

/** Whether this identity, and no other in the policy, is admin. */
export const isOnlyAdmin = ({ roleAssignments }: Model<'SiloRolePolicy'>, id: string): boolean => {
  const admins = roleAssignments.filter(({ roleName }) => roleName === 'admin')
  return admins.length > 0 && admins.every(({ identityId }) => identityId === id)
}

export const ONLY_ADMIN_CONSEQUENCE = 'No other user or group has the fleet admin role. You may lock everyone out.'
