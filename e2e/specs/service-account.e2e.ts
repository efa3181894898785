// Service accounts of the silo and the limit on all access tokens, as administrator and as member.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'
import { choose, openMenu, row } from '../helpers/table.ts'

test(
  'create a service account, give it a token, delete it',
  { tag: ['@server', '@core'] },
  async ({ page, unique, request, baseURL }) => {
    const name = unique('robot')
    await page.goto('/service-accounts')
    await expect(row(page, 'prometheus')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('c')
    const form = page.getByRole('dialog', { name: 'Create service account' })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Description').fill('waters the plants')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create service account' }).click()
    await expect(page.getByText(`Service account ${name} created`)).toBeVisible()
    await expect(row(page, name)).toContainText('waters the plants')

    await choose(page, name, 'Create access token')
    const token = page.getByRole('dialog', { name: `Create access token for ${name}` })
    await token.getByLabel('Name').fill('can')
    await token.getByRole('button', { name: 'Create access token' }).click()
    const created = page.getByRole('dialog', { name: 'Access token created' })
    const secret = await created.getByRole('region', { name: 'Access token' }).innerText()
    await created.getByRole('button', { name: 'Done' }).click()
    const headers = { authorization: `Bearer ${secret.trim()}` }
    const me = () => request.get(`${baseURL}/v1/me`, { headers })
    expect(await (await me()).json()).toMatchObject({ display_name: name })

    await choose(page, name, 'View access tokens')
    const panel = page.getByRole('dialog', { name: 'Access tokens' })
    await expect(panel.getByRole('row').filter({ hasText: 'can' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/users')
    await expect(row(page, name)).toContainText('Service account')

    await page.goto('/service-accounts')
    await choose(page, name, 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete service account' })
    await question.getByRole('button', { name: 'Delete service account' }).click()
    await expect(row(page, name)).toHaveCount(0)
    expect((await me()).status()).toBe(401)
  },
)

test('the token limit', async ({ page, context }) => {
  await page.goto('/service-accounts')
  await expect(page.getByText('New access tokens can last forever.')).toBeVisible()
  await page.getByRole('button', { name: 'Change limit' }).click()
  const form = page.getByRole('dialog', { name: 'Change token limit' })
  await form.getByLabel('Limit the lifetime of access tokens').check()
  await form.getByLabel('Longest lifetime').fill('30')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('New access tokens last at most 30 days.')).toBeVisible()
  await call(context, 'PUT', '/v1/auth-settings', { device_token_max_ttl_seconds: null })
})

test('members without the admin role are told who can help', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'meridian', 'katherine', '/service-accounts')
  await expect(page.getByText('Only silo admins can manage service accounts.')).toBeVisible()
  await page.goto('/users')
  await openMenu(page, 'katherine')
  await expect(page.getByRole('menuitem', { name: 'Sign out everywhere' })).toBeDisabled()
})
