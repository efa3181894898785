// Built-in users that the system itself acts as.
import { z } from 'zod'
import { byName, list, type Operations } from './define.ts'
import { NameOrId, identity } from './values.ts'

export const UserBuiltin = z.object(identity)

export const userBuiltin = {
  user_builtin_list: list(UserBuiltin, byName),
  user_builtin_view: { path: { user: NameOrId }, status: 200, answer: UserBuiltin },
} satisfies Operations<'user_builtin'>
