// Users who are disabled, enabled and deleted, on the page of their silo and on that of the silo's users.
import { CLIENT, startIssuer } from '#control/testing/oidc-issuer.ts'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { chooseByKeys, pressAt } from '../helpers/keys.ts'
import { makeExternalSilo } from '../helpers/oidc-provider.ts'
import { passwordOf } from '../helpers/people.ts'
import { makeUser } from '../helpers/second-factor.ts'
import { choose, openMenu, row } from '../helpers/table.ts'

test(
  'a local user is disabled, cannot sign in, and is enabled again',
  { tag: ['@server', '@core'] },
  async ({ page, context, browser, baseURL, unique, host, watch }) => {
    watch.expectStatus(401)
    const name = unique('leaver')
    const password = { mode: 'password', value: passwordOf(name, host) }
    const users = '/v1/system/identity-providers/local/users?silo=recovery'
    await call(context, 'POST', users, { external_id: name, password })
    const visitor = await browser.newContext({ baseURL: baseURL! })
    const theirs = await visitor.newPage()
    const signIn = async () => {
      await theirs.goto('/login/recovery/local')
      await theirs.getByLabel('Username').fill(name)
      await theirs.getByLabel('Password').fill(password.value)
      await theirs.getByRole('button', { name: 'Sign in' }).click()
    }
    await signIn()
    await expect(theirs).toHaveURL(/\/projects$/)

    await page.goto('/users')
    await expect(row(page, name)).toContainText('enabled')
    await openMenu(page, 'admin')
    await expect(page.getByRole('menuitem', { name: 'Disable' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await choose(page, name, 'Disable')
    const question = page.getByRole('dialog', { name: 'Disable user' })
    await expect(question).toContainText(
      'All sessions end, all access tokens are revoked, and the user cannot sign in.',
    )
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByText(`${name} disabled`)).toBeVisible()
    await expect(row(page, name)).toContainText('disabled')
    await expectAccessible(page)

    // their page notices by itself
    await expect(theirs).toHaveURL(/\/login/)
    await signIn()
    await expect(theirs.getByRole('alert')).toHaveText('Could not sign in. Check your username and password.')
    expect((await visitor.request.get('/v1/me')).status()).toBe(401)

    // the same on the page of the silo
    await page.goto('/system/silos/recovery?tab=users')
    await expect(row(page, name)).toContainText('disabled')
    await choose(page, name, 'Enable')
    await expect(page.getByText(`${name} enabled`)).toBeVisible()
    await expect(row(page, name)).toContainText('enabled')
    await signIn()
    await expect(theirs).toHaveURL(/\/projects$/)
    await visitor.close()
  },
)

test('a user is disabled, enabled and deleted by keyboard', { tag: '@server' }, async ({ page, context, unique }) => {
  const name = unique('a-leaver')
  await makeUser(context, name)
  await page.goto('/users')
  await chooseByKeys(page, row(page, name), 'Disable')
  await pressAt(page, page.getByRole('dialog', { name: 'Disable user' }).getByRole('button', { name: 'Disable' }))
  await expect(row(page, name)).toContainText('disabled')
  await chooseByKeys(page, row(page, name), 'Enable')
  await expect(page.getByText(`${name} enabled`)).toBeVisible()
  await expect(row(page, name)).toContainText('enabled')
  await chooseByKeys(page, row(page, name), 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete user' })
  await expect(question).toContainText(name)
  await expectAccessible(page)
  await pressAt(page, question.getByRole('button', { name: 'Delete user' }))
  await expect(row(page, name)).toHaveCount(0)
})

test(
  'a user of an identity provider is told, and can be deleted',
  { tag: '@server' },
  async ({ page, context, browser, baseURL, unique }) => {
    const idp = await startIssuer()
    const silo = unique('leavers')
    await makeExternalSilo(context, silo)
    const redirect_uri = `${baseURL!}/login/${silo}/oidc/corp`
    const provider = { name: 'corp', description: '', issuer: idp.issuer, redirect_uri, ...CLIENT }
    await call(context, 'POST', `/rackwright/silos/${silo}/identity-providers`, provider)
    const visitor = await browser.newContext({ baseURL: baseURL! })
    const theirs = await visitor.newPage()
    const signIn = async () => {
      await theirs.goto(`/login/${silo}/oidc/corp`)
      await theirs.getByRole('button', { name: 'Sign in with corp' }).click()
    }
    await signIn()
    await expect(theirs).toHaveURL(/\/projects$/)

    await page.goto(`/system/silos/${silo}?tab=users`)
    await choose(page, 'ada', 'Disable')
    await page.getByRole('dialog', { name: 'Disable user' }).getByRole('button', { name: 'Disable' }).click()
    await expect(row(page, 'ada')).toContainText('disabled')
    await expect(theirs).toHaveURL(/\/login/)
    await signIn()
    await expect(theirs.getByRole('alert')).toContainText('Your account is disabled. Ask an administrator.')
    await expectAccessible(theirs)

    await choose(page, 'ada', 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete user' })
    await expect(question).toContainText('disable those who must stay out.')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Delete user' }).click()
    await expect(row(page, 'ada')).toHaveCount(0)
    await visitor.close()
    await idp.stop()
  },
)
