// Authorization test cases for policies.
import type { policy as operations } from '#contract/policy.ts'
import { row, type Cases } from '../authz-row.ts'
import { inOwnSilo, inProject, onFleet, onSilo, signedIn } from '../authz-rules.ts'
import type { Prepared } from '../authz-world.ts'
import { atSilo } from './silo.ts'

const atProject = (w: Prepared) => ({
  path: { project: w.project.name },
  hidden: `project with name "${w.project.name}"`,
})

/** The policy plus one entry, for a user who does not exist. */
const longer = (w: Prepared, scope: 'fleet' | 'silo' | 'project') => {
  const stranger = { identity_type: 'silo_user', identity_id: w.world.host.random.uuid(), role_name: 'viewer' }
  return { role_assignments: [...w.policies[scope].role_assignments, stranger] }
}

export const policy: Cases<keyof typeof operations> = {
  policy_view: row({ rule: signedIn, call: () => ({}) }),
  policy_update: row({
    rule: {
      ...inOwnSilo('admin'),
      name: 'own silo admin or fleet collaborator',
      outcome: ({ silo, fleet }) =>
        silo === 'admin' || fleet === 'admin' || fleet === 'collaborator' ? 'allow' : 'forbid',
    },
    call: (w) => ({ body: longer(w, 'silo') }),
  }),
  project_policy_view: row({ rule: inProject('viewer'), call: atProject }),
  project_policy_update: row({
    rule: inProject('admin'),
    call: (w) => ({ ...atProject(w), body: longer(w, 'project') }),
  }),
  system_policy_view: row({ rule: onFleet('viewer'), call: () => ({}) }),
  system_policy_update: row({ rule: onFleet('admin'), call: (w) => ({ body: longer(w, 'fleet') }) }),
  silo_policy_view: row({ rule: onSilo.read, call: (w) => atSilo(w.silo) }),
  silo_policy_update: row({
    rule: onSilo.modify,
    call: (w) => ({ ...atSilo(w.silo), body: longer(w, 'silo') }),
  }),
}
