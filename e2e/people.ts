// Signing in as somebody else, the way they would do it.
import type { Page } from '@playwright/test'
import { PASSWORD, type HostName } from './harness.ts'

/** The first administrator's password is the host's; the demo's people all have the same. */
export const passwordOf = (user: string, host: HostName) =>
  user !== 'admin' ? 'demo' : host === 'server' ? PASSWORD : 'preview'

export async function signIn(page: Page, host: HostName, silo: string, user: string, to?: string): Promise<void> {
  await page.goto(`/login/${silo}/local${to ? `?redirect_uri=${encodeURIComponent(to)}` : ''}`)
  await page.getByLabel('Username').fill(user)
  await page.getByLabel('Password').fill(passwordOf(user, host))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(({ pathname }) => !pathname.includes('/login/'))
}
