// Small things of every day: a lost session, a lost connection, and input that is neither lost nor asked about needlessly.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PASSWORD, test } from '../helpers/harness.ts'
import { row } from '../helpers/table.ts'

const ENDED = 'Your session has ended. Sign in to continue; your form is kept.'

test(
  'a lost session says so on the login page, and the form is kept',
  { tag: ['@server', '@core'] },
  async ({ page, context, unique, watch }) => {
    watch.expectStatus(401)
    const name = unique('kept')
    await page.goto('/projects-new')
    await page.getByLabel('Name').fill(name)
    await context.clearCookies()
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByText(ENDED)).toBeVisible()
    await page.goto('/login/recovery/local?redirect_uri=%2Fprojects-new')
    await expect(page.getByText(ENDED)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Username').fill('admin')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Your unsent input was restored.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue(name)

    // signing out is no loss, and neither is a first visit
    await page.goto('/projects')
    await page.getByRole('button', { name: /user menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/projects')
    await expect(page).toHaveURL(/\/login.*redirect_uri/)
    await expect(page.getByText('Choose where to sign in.')).toBeVisible()
    await expect(page.getByText(ENDED)).toHaveCount(0)
  },
)

test('going offline shows the badge', { tag: '@server' }, async ({ page }) => {
  await page.goto('/projects')
  await expect(row(page, 'analytics')).toBeVisible()
  const badge = page.getByText('Live updates off')
  await expect(badge).toHaveCount(0)
  // in the same moment, not after a failed request
  const isShown = await page.evaluate(async () => {
    dispatchEvent(new Event('offline'))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return document.body.innerText.includes('Live updates off')
  })
  expect(isShown).toBe(true)
  // the stream connects again
  await expect(badge).toHaveCount(0)
})

test('a key proposes its comment as the name', async ({ page }) => {
  await page.goto('/settings/ssh-keys-new')
  const form = page.getByRole('dialog', { name: 'Add SSH key' })
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHwf2HMM5TRXvo2SQJjsNkiDD5KqiiNjrGVv3UUh+mMT'
  await form.getByLabel('Public key').fill(`${key} Ada@work-Laptop`)
  await expect(form.getByLabel('Name')).toHaveValue('ada-work-laptop')
  await form.getByLabel('Name').fill('mine')
  await form.getByLabel('Public key').fill(`${key} other`)
  await expect(form.getByLabel('Name')).toHaveValue('mine')
})
