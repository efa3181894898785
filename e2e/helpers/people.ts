// Signing in as another user.
import type { BrowserContext, Page } from '@playwright/test'
import { call } from './api.ts'
import { PASSWORD, type HostName } from './harness.ts'

/** The first administrator has the host's password; all demo users share one. */
export const passwordOf = (user: string, host: HostName) =>
  user !== 'admin' ? 'demo' : host === 'server' ? PASSWORD : 'preview'

/** Signs in and opens a page. The server takes the password from the API, which saves loading the login page. */
export async function signIn(page: Page, host: HostName, silo: string, user: string, to = '/'): Promise<void> {
  // in the preview every window follows the one that signs in
  if (host === 'preview') return signInByForm(page, host, silo, user, to)
  const body = { username: user, password: passwordOf(user, host) }
  await call(page.context(), 'POST', `/v1/login/${silo}/local`, body)
  await page.goto(to)
}

export async function signInByForm(page: Page, host: HostName, silo: string, user: string, to?: string): Promise<void> {
  await page.goto(`/login/${silo}/local${to ? `?redirect_uri=${encodeURIComponent(to)}` : ''}`)
  await page.getByLabel('Username').fill(user)
  await page.getByLabel('Password').fill(passwordOf(user, host))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(({ pathname }) => !pathname.includes('/login/'))
}

/** Signs in as a silo collaborator in a new silo with a small quota and no projects. */
export async function openEmptySilo(page: Page, host: HostName, silo: string, pool?: string): Promise<void> {
  const ask = async (method: string, path: string, body: object) =>
    (await call(page.context(), method, path, body)) as { id: string }
  const quotas = { cpus: 1, memory: 2 ** 30, storage: 2 ** 30 }
  const body = { name: silo, description: '', discoverable: false, identity_mode: 'local_only', quotas }
  await ask('POST', '/v1/system/silos', { ...body, tls_certificates: [] })
  const user = { external_id: 'first', password: { mode: 'password', value: 'demo' } }
  const { id } = await ask('POST', `/v1/system/identity-providers/local/users?silo=${silo}`, user)
  const role = { identity_type: 'silo_user', identity_id: id, role_name: 'collaborator' }
  await ask('PUT', `/v1/system/silos/${silo}/policy`, { role_assignments: [role] })
  if (pool) await ask('POST', `/v1/system/ip-pools/${pool}/silos`, { silo, is_default: true })
  await signIn(page, host, silo, 'first')
}

/** A user of the recovery silo whose only role is collaborator of the project. Use signIn to sign in. */
export async function makeProjectMember(context: BrowserContext, project: string, name: string): Promise<void> {
  const body = { external_id: name, password: { mode: 'password', value: 'demo' } }
  const users = '/v1/system/identity-providers/local/users?silo=recovery'
  const { id } = (await call(context, 'POST', users, body)) as { id: string }
  const role = { identity_type: 'silo_user', identity_id: id, role_name: 'collaborator' }
  await call(context, 'PUT', `/v1/projects/${project}/policy`, { role_assignments: [role] })
}
