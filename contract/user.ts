// Users, for their own silo and for operators, and local users.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { NameOrId, Password, UserId, maybe, timestamp, uuid } from './values.ts'

export const User = z.object({
  display_name: z.string(),
  id: uuid,
  silo_id: uuid,
  time_created: timestamp,
  time_modified: timestamp,
})
export const UserPassword = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('password'), value: Password }),
  z.object({ mode: z.literal('login_disallowed') }),
])

export const UserCreate = z.object({ external_id: UserId, password: UserPassword })

const at = { path: { user_id: uuid }, query: { silo: NameOrId } }

export const user = {
  user_list: list(User, byId, { query: { group: maybe(uuid) } }),
  user_view: { path: { user_id: uuid }, status: 200, answer: User },
  local_idp_user_create: { query: { silo: NameOrId }, body: UserCreate, status: 201, answer: User },
  local_idp_user_delete: { ...at, status: 204 },
  local_idp_user_set_password: { ...at, body: UserPassword, status: 204 },
  silo_user_list: list(User, byId, { first: { silo: NameOrId } }),
  silo_user_view: { ...at, status: 200, answer: User },
} satisfies Operations<'user'>
