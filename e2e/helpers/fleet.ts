// Users inside and outside the fleet, for tests of the system pages.
import type { BrowserContext } from '@playwright/test'
import { call } from './api.ts'

interface Policy {
  role_assignments: { identity_id: string; identity_type: string; role_name: string }[]
}

/** A user of the recovery silo who can read everything in the fleet and change nothing. Use signIn to sign in. */
export async function makeFleetViewer(context: BrowserContext, name: string): Promise<void> {
  const body = { external_id: name, password: { mode: 'password', value: 'demo' } }
  const users = '/v1/system/identity-providers/local/users?silo=recovery'
  const { id } = (await call(context, 'POST', users, body)) as { id: string }
  const { role_assignments } = (await call(context, 'GET', '/v1/system/policy')) as Policy
  const assignment = { identity_id: id, identity_type: 'silo_user', role_name: 'viewer' }
  await call(context, 'PUT', '/v1/system/policy', { role_assignments: [...role_assignments, assignment] })
}
