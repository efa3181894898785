// Roles on the fleet, silos and projects. Resources and identities are of several kinds, so there are no foreign keys: deleting
// either must delete these rows too.
import { table, text, uuid } from '../define.ts'

export const role_assignment = table(
  'role_assignment',
  {
    resource_type: text(),
    resource_id: uuid(),
    identity_type: text(),
    identity_id: uuid(),
    role_name: text(),
  },
  { primary: ['resource_id', 'identity_type', 'identity_id', 'role_name'], index: [['identity_id']] },
)
