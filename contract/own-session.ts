// The sessions of the caller, with where each is in use. An addition of ours: the published API lists sessions for administrators only.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { ConsoleSession } from './session.ts'
import { maybe, timestamp, uuid } from './values.ts'

export const OwnSession = ConsoleSession.extend({
  /** Moves with every use, up to a day after login. */
  time_expires: timestamp,
  /** Where the user signed in from. Unknown for sessions from before version 0.3. */
  address: maybe(z.string()),
  user_agent: maybe(z.string()),
  /** The session of this request. */
  is_current: z.boolean(),
})

export const ownSession = {
  own_session_list: list(OwnSession, byId),
  own_session_delete: { path: { session_id: uuid }, status: 204 },
} satisfies Operations<'own_session'>
