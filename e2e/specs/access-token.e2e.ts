// A user's access tokens: created and shown once, limited, and revoked.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { call } from '../helpers/api.ts'
import { expect, test } from '../helpers/harness.ts'
import { choose, row } from '../helpers/table.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'Create access token' })
const created = (page: Page) => page.getByRole('dialog', { name: 'Access token created' })

test('create, use and revoke a token @server @core', async ({ page, unique, request, baseURL, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = unique('backup job')
  await page.goto('/settings/access-tokens')
  await expect(page.getByRole('heading', { name: 'Access tokens' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create access token' }).first().click()
  await expect(page).toHaveTitle('Create access token / Access tokens / Settings / Rackwright')
  await form(page).getByRole('button', { name: 'Create access token' }).click()
  await expect(form(page).getByText('Name is required')).toBeVisible()
  await form(page).getByLabel('Name').fill(name)
  await form(page).getByLabel('Expires after').selectOption('7 days')
  await form(page).getByLabel('Read only').check()
  await expectAccessible(page)
  await form(page).getByRole('button', { name: 'Create access token' }).click()

  await expect(created(page)).toContainText('It is shown only once.')
  await expectAccessible(page)
  await created(page).getByRole('button', { name: 'Copy access token' }).click()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  expect(token).toMatch(/^rw-token-[0-9a-f]{40}$/)
  await created(page).getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/\/settings\/access-tokens$/)
  await expect(row(page, name)).toContainText('Read only')
  await expect(row(page, name)).toContainText('Never')
  await expect(page.getByText(token)).toHaveCount(0)

  const headers = { authorization: `Bearer ${token}` }
  const ask = (method: string, path: string) =>
    request.fetch(`${baseURL}${path}`, {
      method,
      headers,
      ...(method === 'POST' && { data: { name: 'x', description: '' } }),
    })
  expect((await ask('GET', '/v1/projects')).status()).toBe(200)
  expect((await ask('POST', '/v1/projects')).status()).toBe(403)

  await choose(page, name, 'Revoke')
  const question = page.getByRole('dialog', { name: 'Revoke access token' })
  await expect(question).toContainText('Programs that use it lose access immediately.')
  await question.getByRole('button', { name: 'Revoke access token' }).click()
  await expect(page.getByText(`Access token ${name} revoked`)).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
  expect((await ask('GET', '/v1/projects')).status()).toBe(401)
})

test('a token for one project', async ({ page, unique }) => {
  const name = unique('deploy')
  await page.goto('/settings/access-tokens-new')
  await form(page).getByLabel('Name').fill(name)
  await form(page).getByLabel('Role limit').selectOption('Collaborator')
  await form(page).getByRole('combobox', { name: 'Project' }).fill('storefront')
  await page.getByRole('option', { name: 'storefront' }).click()
  await form(page).getByRole('button', { name: 'Create access token' }).click()
  await created(page).getByRole('button', { name: 'Done' }).click()
  await expect(row(page, name)).toContainText('Collaborator')
  await expect(row(page, name)).toContainText('Project storefront')
})

test('the form offers what the silo allows', async ({ page, context }) => {
  const limit = (seconds: number | null) =>
    call(context, 'PUT', '/v1/auth-settings', { device_token_max_ttl_seconds: seconds })
  await limit(14 * 86_400)
  await page.goto('/settings/access-tokens-new')
  await expect(form(page).getByLabel('Expires after').locator('option')).toHaveText([
    '1 day',
    '7 days',
    '14 days (silo limit)',
  ])
  await limit(null)
})
