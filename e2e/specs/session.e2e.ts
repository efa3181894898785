// A user's own sessions, and those of others for administrators.
import type { Browser } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { choose, row } from '../helpers/table.ts'

const LOCAL_USERS = '/v1/system/identity-providers/local/users?silo=recovery'

/** Another browser, in which the user signs in. */
async function elsewhere(browser: Browser, baseURL: string, username: string, userAgent: string) {
  const context = await browser.newContext({ baseURL, userAgent })
  await call(context, 'POST', '/v1/login/recovery/local', { username, password: 'demo' })
  const status = async () => (await context.request.get('/v1/me')).status()
  return { context, status }
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

test(
  'a user ends a session in another browser, then all of them',
  { tag: ['@server', '@core'] },
  async ({ page, browser, baseURL, unique, context, watch }) => {
    watch.expectStatus(401)
    const name = unique('traveler')
    const user = { external_id: name, password: { mode: 'password', value: 'demo' } }
    await call(context, 'POST', LOCAL_USERS, user)
    const other = await elsewhere(browser, baseURL!, name, FIREFOX)
    await context.clearCookies()
    await call(context, 'POST', '/v1/login/recovery/local', { username: name, password: 'demo' })
    await page.goto('/settings/sessions')
    await expect(page.getByRole('row').filter({ hasText: 'This session' })).toHaveCount(1)
    await expect(row(page, 'Firefox on Linux')).toBeVisible()
    await expectAccessible(page)
    expect(await other.status()).toBe(200)
    await choose(page, 'Firefox on Linux', 'End session')
    await page.getByRole('dialog', { name: 'End session' }).getByRole('button', { name: 'End session' }).click()
    await expect(page.getByText('Session ended')).toBeVisible()
    await expect(row(page, 'Firefox on Linux')).toHaveCount(0)
    expect(await other.status()).toBe(401)

    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out everywhere' })
    await expect(question).toContainText('All sessions end and all access tokens are revoked.')
    await question.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL(/\/login/)
    await other.context.close()
  },
)

test(
  'an administrator sees the sessions and tokens of a user and logs them out',
  { tag: '@server' },
  async ({ page, browser, baseURL, unique, context }) => {
    const name = unique('leaver')
    const user = { external_id: name, password: { mode: 'password', value: 'demo' } }
    await call(context, 'POST', LOCAL_USERS, user)
    const other = await elsewhere(browser, baseURL!, name, FIREFOX)
    for (const token of ['first', 'second'])
      await call(other.context, 'POST', '/rackwright/me/access-tokens', { name: token })
    await page.goto('/users')
    await choose(page, name, 'View tokens and sessions')
    const panel = page.getByRole('dialog', { name: 'Tokens and sessions' })
    await expect(panel.getByRole('table', { name: 'Sessions' }).getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await panel.getByRole('row').filter({ hasText: 'first' }).getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page
      .getByRole('dialog', { name: 'Revoke access token' })
      .getByRole('button', { name: 'Revoke access token' })
      .click()
    await expect(panel.getByText('first')).toHaveCount(0)
    await expect(panel.getByText('second', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')

    await choose(page, name, 'Sign out everywhere')
    await page
      .getByRole('dialog', { name: 'Sign out everywhere' })
      .getByRole('button', { name: 'Sign out everywhere' })
      .click()
    await expect(page.getByText(`${name} signed out everywhere`)).toBeVisible()
    expect(await other.status()).toBe(401)
    await other.context.close()
  },
)
