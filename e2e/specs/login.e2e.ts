// Signing in and out, and returning to the requested page.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { passwordOf, signInByForm } from '../helpers/people.ts'

test('signing in leads to the requested page', { tag: ['@both', '@core'] }, async ({ page, host }) => {
  await signInByForm(page, host, 'recovery', 'admin', '/settings/profile?from=mail')
  await expect(page).toHaveURL(/\/settings\/profile\?from=mail$/)
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
})

test('signing in without a requested page leads to the projects', async ({ page, host }) => {
  await signInByForm(page, host, 'recovery', 'admin')
  await expect(page).toHaveURL(/\/projects$/)
  await expect(page).toHaveTitle('Projects / Rackwright')
})

test('signing in never redirects to another site', async ({ page, host }) => {
  await signInByForm(page, host, 'recovery', 'admin', '//elsewhere.example')
  await expect(page).toHaveURL(/\/projects$/)
})

test('a wrong password is refused, and the page stays', async ({ page, watch }) => {
  watch.expectStatus(401)
  await page.goto('/login/recovery/local')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Could not sign in')
  await expect(page.getByLabel('Password')).toBeFocused()
  await expectAccessible(page)
  await expect(page).toHaveURL(/\/login\/recovery\/local$/)
})

test('missing fields are reported before anything is sent', async ({ page }) => {
  await page.goto('/login/recovery/local')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('by keyboard alone', async ({ page, host }) => {
  await page.goto('/login/recovery/local')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type(passwordOf('admin', host))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test(
  'signing out in one window sends the other to the login page and back',
  { tag: '@both' },
  async ({ page, host, openWindow, watch }) => {
    watch.expectStatus(401)
    await page.goto('/projects')
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    await page.getByRole('link', { name: 'New Project' }).click()
    const form = page.getByRole('dialog', { name: 'Create project' })
    await expect(form).toBeVisible()
    if (host === 'preview') await page.getByLabel('Name').fill('never-made')
    const other = await openWindow()
    await other.goto('/settings/profile')
    await other.getByRole('button', { name: 'user menu' }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(other).toHaveURL(/\/login/)

    // the server ends the stream of events; in the preview the next request notices: that of the form, unless another came before
    const submit = form.getByRole('button', { name: 'Create project' })
    const isOut = /\/login.*redirect_uri=%2Fprojects-new/
    await expect(async () => {
      if (host === 'preview' && !isOut.test(page.url())) await submit.click({ timeout: 1000 })
      await expect(page).toHaveURL(isOut, { timeout: 5000 })
    }).toPass()
    await signInByForm(page, host, 'recovery', 'admin', '/projects-new')
    await expect(form).toBeVisible()
  },
)

test(
  'another user who signs in in one window is shown in the other',
  { tag: '@server' },
  async ({ page, host, openWindow }) => {
    const menu = (user: string) => page.getByRole('button', { name: `${user}: user menu` })
    await page.goto('/settings/profile')
    await expect(menu('admin')).toBeVisible()
    await page.waitForFunction(() => localStorage.getItem('rackwright-user'))
    const other = await openWindow()
    await signInByForm(other, host, 'recovery', 'edith', '/settings/profile')
    await expect(menu('edith')).toBeVisible()
  },
)

test('several discoverable silos can be chosen from', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await page.goto('/login?choose&redirect_uri=%2Fsettings%2Fprofile')
  await expect(page.getByText('Choose where to sign in.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'meridian: Username and password' }).click()
  await expect(page).toHaveURL(/\/login\/meridian\/local\?redirect_uri=%2Fsettings%2Fprofile$/)
  await page.getByLabel('Username', { exact: true }).fill('ada')
  await page.getByLabel('Password').fill(passwordOf('ada', host))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()

  await page.goto('/login?choose')
  await expect(page.getByRole('listitem').filter({ hasText: 'last used' })).toContainText('meridian')
})

test('a hidden silo can be entered by name', async ({ page }) => {
  await page.goto('/login?choose')
  await page.getByRole('textbox', { name: /silo/i }).fill('recovery')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/login\/recovery\/local$/)
})

test('the link to an identity provider includes the requested page, encoded', async ({ page }) => {
  await page.goto('/login/acme/saml/corp-sso?redirect_uri=%2Fprojects%3Fa%3D1%26b%3D2')
  await expect(page.getByRole('link', { name: 'Sign in with corp-sso' })).toHaveAttribute(
    'href',
    '/login/acme/saml/corp-sso/redirect?redirect_uri=%2Fprojects%3Fa%3D1%26b%3D2',
  )
  await expectAccessible(page)
})

test('an unknown URL', async ({ page }) => {
  await page.goto('/nothing/here')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(
    page.getByText("The page you are looking for doesn't exist or you may not have access to it."),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to console' }).click()
  await expect(page).toHaveURL(/\/projects$/)
})

test('the sign-in page, the browser tab and the home screen share one logo', async ({ page, baseURL }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login/recovery/local')
  await expect(page.getByText('Rackwright', { exact: true })).toBeVisible()
  const mark = await page.locator('main img').first().getAttribute('src')
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe(mark)
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#18191b')
  for (const rel of ['icon', 'apple-touch-icon', 'manifest']) {
    const href = await page.locator(`link[rel=${rel}]`).getAttribute('href')
    expect((await page.request.get(new URL(href!, baseURL).href)).ok(), rel).toBe(true)
  }
  // while the page is open, too
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})
