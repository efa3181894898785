// Policies: who holds which role on the fleet, a silo or a project.
import { MAX_ROLE_ASSIGNMENTS } from './limits.ts'
import { z } from 'zod'
import type { Operations } from './define.ts'
import { NameOrId, uuid } from './values.ts'

export const IdentityType = z.enum(['silo_user', 'silo_group'])

const assignment = <R extends z.ZodType>(role_name: R) =>
  z.object({ identity_type: IdentityType, identity_id: uuid, role_name })

const policyOf = <A extends z.ZodType>(assignment: A) =>
  z.object({
    role_assignments: z.array(assignment).refine((list) => list.length <= MAX_ROLE_ASSIGNMENTS, {
      error: ({ input }) =>
        `invalid length ${(input as unknown[]).length}, expected a list of at most ${MAX_ROLE_ASSIGNMENTS} role assignments`,
    }),
  })

export const FleetRole = z.enum(['admin', 'collaborator', 'viewer'])
export const FleetRoleRoleAssignment = assignment(FleetRole)
export const FleetRolePolicy = policyOf(FleetRoleRoleAssignment)

export const SiloRole = z.enum(['admin', 'collaborator', 'viewer'])
export const SiloRoleRoleAssignment = assignment(SiloRole)
export const SiloRolePolicy = policyOf(SiloRoleRoleAssignment)

export const ProjectRole = z.enum(['admin', 'collaborator', 'viewer'])
export const ProjectRoleRoleAssignment = assignment(ProjectRole)
export const ProjectRolePolicy = policyOf(ProjectRoleRoleAssignment)

const atProject = { path: { project: NameOrId } }
const atSilo = { path: { silo: NameOrId } }

export const policy = {
  policy_view: { status: 200, answer: SiloRolePolicy },
  policy_update: { body: SiloRolePolicy, status: 200, answer: SiloRolePolicy },
  project_policy_view: { ...atProject, status: 200, answer: ProjectRolePolicy },
  project_policy_update: { ...atProject, body: ProjectRolePolicy, status: 200, answer: ProjectRolePolicy },
  system_policy_view: { status: 200, answer: FleetRolePolicy },
  system_policy_update: { body: FleetRolePolicy, status: 200, answer: FleetRolePolicy },
  silo_policy_view: { ...atSilo, status: 200, answer: SiloRolePolicy },
  silo_policy_update: { ...atSilo, body: SiloRolePolicy, status: 200, answer: SiloRolePolicy },
} satisfies Operations<'policy'>
