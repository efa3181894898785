// The roles that policies can name.
import { z } from 'zod'
import { list, unsorted, type Operations } from './define.ts'
import { description } from './values.ts'

export const RoleName = z
  .string()
  .regex(/[a-z-]+\.[a-z-]+/)
  .max(63)
export const Role = z.object({ description, name: RoleName })

export const role = {
  role_list: list(Role, unsorted),
  role_view: { path: { role_name: z.string() }, status: 200, answer: Role },
} satisfies Operations<'role'>
