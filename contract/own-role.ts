// The caller's own roles, so that the console offers only what they can do. An addition of ours: policies list everyone's.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { ProjectRole, SiloRole } from './policy.ts'
import { Name, maybe, uuid } from './values.ts'

export const OwnRoles = z.object({
  /** On the caller's silo. */
  silo: maybe(SiloRole),
  /** Given on projects, to the caller or to a group. Those that the silo role implies are left out. */
  projects: z.array(z.object({ id: uuid, name: Name, role: ProjectRole })),
  /** False if there are more. */
  is_complete: z.boolean(),
})

export const ownRole = {
  own_role_view: { status: 200, answer: OwnRoles },
} satisfies Operations<'own_role'>
