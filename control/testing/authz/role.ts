// Authorization test cases for roles.
import type { role as operations } from '#contract/role.ts'
import type { userBuiltin } from '#contract/user-builtin.ts'
import { row, type Cases } from '../authz-row.ts'
import { fleetThing, onFleet } from '../authz-rules.ts'

export const role: Cases<keyof typeof operations | keyof typeof userBuiltin> = {
  role_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  role_view: row({
    rule: fleetThing('viewer'),
    call: () => ({ path: { role_name: 'silo.admin' }, hidden: 'role-builtin with name "silo.admin"' }),
  }),
  user_builtin_list: row({ rule: onFleet('viewer'), call: () => ({}) }),
  user_builtin_view: row({
    rule: fleetThing('viewer'),
    call: () => ({ path: { user: 'db-init' }, hidden: 'user-builtin with name "db-init"' }),
  }),
}
