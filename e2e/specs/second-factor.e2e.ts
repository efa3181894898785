// The second factor: set up, used at sign-in, recovered, reset by an administrator, and required by the silo.
import type { BrowserContext, Page } from '@playwright/test'
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { choose } from '../helpers/table.ts'
import { makeApp } from '../helpers/totp.ts'

const users = (silo: string) => `/v1/system/identity-providers/local/users?silo=${silo}`

async function makeUser(context: BrowserContext, name: string, silo = 'recovery'): Promise<void> {
  await call(context, 'POST', users(silo), { external_id: name, password: { mode: 'password', value: 'demo' } })
}

async function enterPassword(page: Page, name: string, silo = 'recovery', to = '/settings/second-factor') {
  await page.goto(`/login/${silo}/local?redirect_uri=${encodeURIComponent(to)}`)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill('demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** From the button to the saved recovery codes. */
async function setUp(page: Page) {
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const key = await page.getByRole('region', { name: 'Key' }).getByRole('code').textContent()
  const app = makeApp(key!.replaceAll(' ', ''))
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(await app())
  await page.getByRole('button', { name: 'Confirm' }).click()
  const list = page.getByRole('region', { name: 'New recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  await expectAccessible(page)
  const codes = await list.allTextContents()
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  return { app, codes }
}

test('set up, sign in with a code, with a recovery code, and turn off', async ({ page, context, unique, watch }) => {
  watch.expectStatus(401, 400)
  const name = unique('careful')
  await makeUser(context, name)
  await context.clearCookies()
  await enterPassword(page, name)
  await expectAccessible(page)
  const { app, codes } = await setUp(page)
  await expect(page.getByText('10 codes left')).toBeVisible()

  await context.clearCookies()
  await enterPassword(page, name)
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Code is required')).toBeVisible()
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The code is wrong or was used before.')
  await code.fill(await app())
  await page.keyboard.press('Enter')
  await expect(page.getByText('10 codes left')).toBeVisible()

  await context.clearCookies()
  await enterPassword(page, name)
  await code.fill(codes[0]!)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('9 codes left')).toBeVisible()

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[1]!)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
})

test('replace the recovery codes, then an administrator resets the second factor', async ({
  page,
  context,
  unique,
  watch,
  browser,
  baseURL,
}) => {
  watch.expectStatus(400)
  const name = unique('forgetful')
  await makeUser(context, name)
  const other = await browser.newContext({ baseURL: baseURL! })
  const theirs = await other.newPage()
  await enterPassword(theirs, name)
  const { codes } = await setUp(theirs)
  await theirs.getByRole('button', { name: 'Replace codes' }).click()
  await theirs.getByRole('textbox', { name: 'Code' }).fill(codes[0]!)
  await theirs.getByRole('button', { name: 'Replace codes' }).click()
  const list = theirs.getByRole('region', { name: 'New recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  expect(await list.allTextContents()).not.toContain(codes[1])
  await other.clearCookies()

  await page.goto('/users')
  await choose(page, name, 'View tokens and sessions')
  const panel = page.getByRole('dialog', { name: 'Tokens and sessions' })
  await panel.getByRole('region', { name: 'Second factor' }).getByRole('button', { name: 'Reset' }).click()
  const question = page.getByRole('dialog', { name: 'Reset second factor' })
  await question.getByRole('button', { name: 'Reset second factor' }).click()
  await expect(page.getByText(`Second factor of ${name} reset`)).toBeVisible()
  await expect(panel.getByText('Not set up.')).toBeVisible()

  await enterPassword(theirs, name)
  await expect(theirs.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible()
  await other.close()
})

test('a silo requires it: users can only set one up, then they get where they wanted', async ({
  page,
  context,
  unique,
  watch,
  browser,
  baseURL,
}) => {
  watch.expectStatus(403)
  const silo = unique('strict')
  const quotas = { cpus: 1, memory: 2 ** 30, storage: 2 ** 30 }
  const body = { name: silo, description: '', discoverable: false, identity_mode: 'local_only', quotas }
  await call(context, 'POST', '/v1/system/silos', { ...body, tls_certificates: [] })
  await makeUser(context, 'first', silo)
  await page.goto(`/system/silos/${silo}?tab=users`)
  const card = page.getByRole('region', { name: 'Second factor' })
  await expect(card).toContainText('do not need one')
  await card.getByRole('button', { name: 'Change requirement' }).click()
  const form = page.getByRole('dialog', { name: 'Change second factor requirement' })
  await form.getByLabel('Require a second factor').check()
  await form.getByLabel('Grace period').fill('0')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('must set one up before they can do anything else')

  const other = await browser.newContext({ baseURL: baseURL! })
  const theirs = await other.newPage()
  await enterPassword(theirs, 'first', silo, '/settings/profile')
  await expect(theirs.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await theirs.goto('/projects')
  await expect(theirs.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await enterPassword(theirs, 'first', silo, '/settings/profile')
  await setUp(theirs)
  await expect(theirs.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await other.close()
})

/** Browsers refuse passkeys on 127.0.0.1. */
const named = (baseURL: string | undefined) => baseURL!.replace('127.0.0.1', 'localhost')

/** An authenticator of the browser that recognizes its user. */
async function plugIn(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test.describe('passkeys', () => {
  test('create one by keyboard, sign in with it after the password and without, and delete it', async ({
    context,
    unique,
    browser,
    baseURL,
  }) => {
    const name = unique('modern')
    await makeUser(context, name)
    const own = await browser.newContext({ baseURL: named(baseURL) })
    const page = await own.newPage()
    await plugIn(page)
    await enterPassword(page, name)
    await page.getByRole('button', { name: 'Add passkey' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('laptop')
    await page.keyboard.press('Enter')
    const list = page.getByRole('region', { name: 'New recovery codes' }).getByRole('listitem')
    await expect(list).toHaveCount(10)
    const codes = await list.allTextContents()
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('never used')
    await expectAccessible(page)

    // after the password
    await own.clearCookies()
    await enterPassword(page, name)
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('last used')

    // instead of it
    await own.clearCookies()
    await page.goto('/login/recovery/local?redirect_uri=%2Fsettings%2Fsecond-factor')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete passkey laptop' }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[0]!)
    await page.getByRole('button', { name: 'Delete passkey', exact: true }).click()
    await expect(page.getByText('Passkey laptop deleted')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Passkeys' })).toHaveCount(0)
    await own.close()
  })

  test('on an IP address they are not offered, and the settings say why', async ({ page }) => {
    await page.goto('/settings/second-factor')
    await expect(page.getByText('Browsers refuse passkeys on an IP address.')).toBeVisible()
    await page.goto('/login/recovery/local')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
  })
})
