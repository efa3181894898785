// Login and logout with a browser, and the sessions of a user.
import { z } from 'zod'
import { byId, list, type Operations } from './define.ts'
import { Name, Password, UserId, timestamp, uuid } from './values.ts'

export const UsernamePasswordCredentials = z.object({ password: Password, username: UserId })
export const ConsoleSession = z.object({ id: uuid, time_created: timestamp, time_last_used: timestamp })

const ofUser = { path: { user_id: uuid } }

export const session = {
  login_saml: { path: { silo_name: Name, provider_name: Name }, status: 303 },
  login_local: { path: { silo_name: Name }, body: UsernamePasswordCredentials, status: 204 },
  logout: { status: 204 },
  user_session_list: list(ConsoleSession, byId, ofUser),
  user_logout: { ...ofUser, status: 204 },
} satisfies Operations<'session'>
