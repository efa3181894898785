// Whether users are enabled, and the deletion of users of every kind. An addition of ours: in the published API, users of an identity
// provider can be neither kept out nor deleted.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { NameOrId, maybe, timestamp, uuid } from './values.ts'

export const UserState = z.object({
  /** The ID of the user. */
  id: uuid,
  display_name: z.string(),
  silo_id: uuid,
  /** Disabled users can neither sign in nor use access tokens. Their roles, keys and projects are kept. */
  enabled: z.boolean(),
  time_disabled: maybe(timestamp),
  /** Another password must be chosen at the next sign-in. */
  must_change_password: z.boolean(),
  /** The authenticator app no longer works, because the secret key of the installation was lost. */
  must_enroll_again: z.boolean(),
})
export const UserStateUpdate = z.object({ enabled: z.boolean() })

const at = { path: { user_id: uuid } }

export const userState = {
  /** Without a silo, those of the caller's own. */
  user_state_list: list(UserState, byId, { query: { silo: NameOrId.optional() } }),
  user_state_view: { ...at, status: 200, answer: UserState },
  user_state_update: { ...at, body: UserStateUpdate, status: 200, answer: UserState },
  user_delete: { ...at, status: 204 },
} satisfies Operations<'user_state'>
