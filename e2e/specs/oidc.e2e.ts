// Signing in with a real OpenID Connect provider: connecting it, groups, a rotated key, signing out there, and turning it off.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { CLIENT, makeExternalSilo, signInThere, startProvider } from '../helpers/oidc-provider.ts'
import { choose, row } from '../helpers/table.ts'

test(
  'connect a provider, sign in and out with it, and turn it off',
  { tag: ['@server', '@core'] },
  async ({ page, context, browser, baseURL, unique, watch }) => {
    watch.expectStatus(400)
    const silo = unique('oidc')
    await makeExternalSilo(context, silo)
    const provider = await startProvider(baseURL!, silo, 'corp')

    await page.goto(`/system/silos/${silo}`)
    await page.getByRole('link', { name: 'New OpenID Connect provider' }).click()
    const form = page.getByRole('dialog', { name: 'Create OpenID Connect provider' })
    await form.getByLabel('Name', { exact: true }).fill('corp')
    await expect(form.getByText(`${baseURL}/login/${silo}/oidc/corp`)).toBeVisible()
    await form.getByLabel('Issuer').fill('http://127.0.0.1:1')
    await form.getByRole('button', { name: 'Show what is trusted' }).click()
    await expect(form.getByText('It did not return the configuration', { exact: false })).toBeVisible()
    await form.getByLabel('Issuer').fill(provider.issuer)
    await form.getByRole('button', { name: 'Show what is trusted' }).click()
    await expect(form.getByRole('region', { name: 'Trusted configuration' })).toContainText('RS256')
    await form.getByLabel('Client ID').fill(CLIENT.client_id)
    await form.getByLabel('Client secret').fill(CLIENT.client_secret)
    await form.getByLabel('Scopes').fill('openid groups')
    await form.getByLabel('Groups claim').fill('groups')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create provider' }).click()
    await expect(row(page, 'corp')).toContainText('OpenID Connect')

    const visitor = await browser.newContext({ baseURL: baseURL! })
    const theirs = await visitor.newPage()
    await theirs.goto(`/login/${silo}/oidc/corp?redirect_uri=%2Fsettings%2Fprofile`)
    await expect(theirs.getByRole('button', { name: 'Sign in with corp' })).toBeVisible()
    await expectAccessible(theirs)
    await theirs.getByRole('button', { name: 'Sign in with corp' }).click()
    await signInThere(theirs, 'grace')
    await expect(theirs.getByRole('heading', { name: 'Profile' })).toBeVisible()
    await expect(theirs.getByText('grace').first()).toBeVisible()
    await expect(theirs.getByRole('cell', { name: 'operators' })).toBeVisible()

    await theirs.getByRole('button', { name: 'user menu' }).click()
    await theirs.getByRole('menuitem', { name: 'Sign out' }).click()
    await theirs.waitForURL(`${provider.issuer}/session/end**`)
    await theirs.getByRole('button', { name: /^Yes/ }).click()
    await expect(theirs).toHaveURL(new RegExp(`^${baseURL}/login`))

    provider.rotate()
    await theirs.goto(`/login/${silo}/oidc/corp`)
    await theirs.getByRole('button', { name: 'Sign in with corp' }).press('Enter')
    await signInThere(theirs, 'grace')
    await expect(theirs).toHaveURL(/\/projects$/)

    await choose(page, 'corp', 'Turn off')
    const question = page.getByRole('dialog', { name: 'Turn off identity provider' })
    await expect(question).toContainText(
      'Sessions that it opened end, and access tokens that they created are revoked.',
    )
    await question.getByRole('button', { name: 'Turn off' }).click()
    await expect(row(page, 'corp')).toContainText('turned off')
    // their session has ended, and their page goes to the login page by itself
    await expect(theirs).toHaveURL(/\/login\?/)
    await theirs.goto(`/login/${silo}/oidc/corp`)
    await theirs.getByRole('button', { name: 'Sign in with corp' }).click()
    await expect(theirs.getByRole('alert')).toContainText('Not found')
    await choose(page, 'corp', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete identity provider' }).click()
    await expect(page.getByText('Identity provider corp deleted')).toBeVisible()
    expect((await visitor.request.get('/v1/me')).status()).toBe(401)
    await visitor.close()
    provider.stop()
  },
)
