// Who holds which role, on the fleet, on a silo, on a project.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { NameOrId, uuid } from './values.ts'

export const FleetRole = z.enum(['admin', 'collaborator', 'viewer'])
export const IdentityType = z.enum(['silo_user', 'silo_group'])
export const FleetRoleRoleAssignment = z.object({
  identity_id: uuid,
  identity_type: IdentityType,
  role_name: FleetRole,
})
export const FleetRolePolicy = z.object({ role_assignments: z.array(FleetRoleRoleAssignment) })
export const ProjectRole = z.enum(['admin', 'collaborator', 'viewer'])
export const ProjectRoleRoleAssignment = z.object({
  identity_id: uuid,
  identity_type: IdentityType,
  role_name: ProjectRole,
})
export const ProjectRolePolicy = z.object({ role_assignments: z.array(ProjectRoleRoleAssignment) })
export const SiloRole = z.enum(['admin', 'collaborator', 'viewer'])
export const SiloRoleRoleAssignment = z.object({ identity_id: uuid, identity_type: IdentityType, role_name: SiloRole })
export const SiloRolePolicy = z.object({ role_assignments: z.array(SiloRoleRoleAssignment) })

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
