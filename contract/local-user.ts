// Local users as the console creates them: with a password that is long and not common, and with a role. An addition of ours.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { SiloRole } from './policy.ts'
import { User } from './user.ts'
import { NameOrId, Password, UserId, uuid } from './values.ts'

export const LocalUserPassword = z.object({
  password: Password,
  /** The user can do nothing else before choosing another one. */
  must_change: z.boolean().default(false),
})
export const LocalUserCreate = LocalUserPassword.extend({
  external_id: UserId,
  /** On the silo. */
  role: SiloRole.nullish(),
})

export const localUser = {
  /** Without a silo, in the caller's own. */
  local_user_create: { query: { silo: NameOrId.optional() }, body: LocalUserCreate, status: 201, answer: User },
  local_user_set_password: { path: { user_id: uuid }, body: LocalUserPassword, status: 204 },
} satisfies Operations<'local_user'>
