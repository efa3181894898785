// Device login by code: typed, pasted, refused, and by a user who has to sign in first.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { passwordOf } from '../helpers/people.ts'

const box = (page: Page, letter: number) => page.getByRole('textbox', { name: `Letter ${letter} of 8` })
const submit = (page: Page) => page.getByRole('button', { name: 'Log in on device' })

/** Requests a code as a device, without a session. */
async function askForCode(url: string) {
  const form = new URLSearchParams({ client_id: crypto.randomUUID() })
  const response = await fetch(`${url}/device/auth`, { method: 'POST', body: form })
  const { user_code, device_code } = (await response.json()) as Record<string, string>
  const ask = async () => {
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const body = new URLSearchParams({ ...Object.fromEntries(form), device_code: device_code!, grant_type })
    return (await fetch(`${url}/device/token`, { method: 'POST', body })).json() as Promise<Record<string, string>>
  }
  return { code: user_code!, ask }
}

test('a device logs in', { tag: ['@server', '@core'] }, async ({ page, running }) => {
  const { code, ask } = await askForCode(running.url)
  expect(await ask()).toMatchObject({ error: 'authorization_pending' })
  await page.goto('/device/verify')
  await expect(page).toHaveTitle('Device Authentication / Rackwright')
  await expect(page.getByText('Enter the code shown on your device')).toBeVisible()
  await expect(box(page, 1)).toBeFocused()
  await expect(submit(page)).toBeDisabled()
  await page.keyboard.type(code.toLowerCase().replace('-', ''))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Device logged in' })).toBeVisible()
  await expect(page.getByText('You can close this window')).toBeVisible()
  await expect(page).toHaveURL(/\/device\/success$/)
  await expectAccessible(page)
  const { access_token } = await ask()
  const headers = { authorization: `Bearer ${access_token}` }
  expect(await (await fetch(`${running.url}/v1/me`, { headers })).json()).toMatchObject({ display_name: 'admin' })
})

test('letters only, one per box; Backspace removes the previous one', async ({ page }) => {
  await page.goto('/device/verify')
  await expect(box(page, 1)).toBeFocused()
  await page.keyboard.type('a1-b ')
  await expect(box(page, 1)).toHaveValue('A')
  await expect(box(page, 2)).toHaveValue('B')
  await expect(box(page, 3)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(box(page, 2)).toHaveValue('')
  await expect(box(page, 2)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('x')
  await expect(box(page, 1)).toHaveValue('X')
  await page.keyboard.type('yzuvwr')
  await expect(submit(page)).toBeDisabled()
  await page.keyboard.type('s')
  await expect(submit(page)).toBeEnabled()
  await expectAccessible(page)
})

test('an unknown code is refused and can be typed again', async ({ page, context, watch }) => {
  watch.expectStatus(404)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/device/verify')
  await expect(box(page, 1)).toBeFocused()
  await page.evaluate(() => navigator.clipboard.writeText('ERRO-RABC'))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(box(page, 8)).toHaveValue('C')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Code is invalid')
  await expectAccessible(page)
  await box(page, 8).press('Backspace')
  await expect(page.getByText('Code is invalid')).toHaveCount(0)
})

test.describe('a user who is not signed in', () => {
  test.use({ stranger: true })

  test('signs in and comes back', { tag: '@server' }, async ({ page, host, running, watch }) => {
    watch.expectStatus(401)
    const { code } = await askForCode(running.url)
    await page.goto('/device/verify')
    await expect(page).toHaveURL(/\/login.*redirect_uri=%2Fdevice%2Fverify/)
    await page.goto('/login/recovery/local?redirect_uri=%2Fdevice%2Fverify')
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password').fill(passwordOf('admin', host))
    await page.keyboard.press('Enter')
    await expect(box(page, 1)).toBeFocused()
    await page.keyboard.type(code.replace('-', ''))
    // the session ends before the code is sent, which does not have to be typed again
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await submit(page).click()
    await expect(page).toHaveURL(/\/login.*redirect_uri=%2Fdevice%2Fverify/)
    await page.context().addCookies(cookies)
    await page.goto('/device/verify')
    await expect(box(page, 8)).toHaveValue(code.at(-1)!)
    await submit(page).click()
    await expect(page.getByRole('heading', { name: 'Device logged in' })).toBeVisible()
  })
})
