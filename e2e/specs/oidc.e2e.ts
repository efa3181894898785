// Signing in with a real OpenID Connect provider: connecting it, groups, a rotated key, signing out there, and turning it off.
import type { Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { CLIENT, startProvider } from '../helpers/oidc-provider.ts'
import { choose, row } from '../helpers/table.ts'

/** At the login and consent pages of the provider. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test(
  'connect a provider, sign in and out with it, and turn it off',
  { tag: '@server' },
  async ({ page, context, browser, baseURL, unique, watch }) => {
    watch.expectStatus(400)
    const silo = unique('oidc')
    const body = { description: '', discoverable: true, identity_mode: 'saml_jit', tls_certificates: [] }
    await call(context, 'POST', '/v1/system/silos', { name: silo, ...body, quotas: { cpus: 1, memory: 1, storage: 1 } })
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
    await expect(row(page, 'corp')).toContainText('oidc')

    const visitor = await browser.newContext({ baseURL: baseURL! })
    const theirs = await visitor.newPage()
    await theirs.goto(`/login/${silo}/oidc/corp?redirect_uri=%2Fsettings%2Fprofile`)
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

    // a response that this browser did not ask for
    const stranger = await browser.newContext({ baseURL: baseURL! })
    const other = await stranger.newPage()
    await other.goto(`/login/${silo}/oidc/corp?code=stolen&state=_00`)
    await expect(other.getByRole('alert')).toContainText('was refused')
    await stranger.close()

    await choose(page, 'corp', 'Turn off')
    await expect(row(page, 'corp')).toContainText('turned off')
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
