// Login and logout with a browser.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { Name, Password, UserId } from './values.ts'

export const UsernamePasswordCredentials = z.object({ password: Password, username: UserId })

export const session = {
  login_saml: { path: { silo_name: Name, provider_name: Name }, status: 303 },
  login_local: { path: { silo_name: Name }, body: UsernamePasswordCredentials, status: 204 },
  logout: { status: 204 },
} satisfies Operations<'session'>
