// A user's SSH keys: added, viewed, deleted, and a warning for invalid ones.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHwf2HMM5TRXvo2SQJjsNkiDD5KqiiNjrGVv3UUh+mMT somebody@somewhere'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const form = (page: Page) => page.getByRole('dialog', { name: 'Add SSH key' })

async function add(page: Page, name: string): Promise<void> {
  await page.goto('/settings/ssh-keys-new')
  await form(page).getByLabel('Name').fill(name)
  await form(page).getByLabel('Public key').fill(KEY)
  await form(page).getByRole('button', { name: 'Add SSH key' }).click()
  await expect(page.getByText(`SSH key ${name} created`)).toBeVisible()
}

test('without keys, the page says what they are for', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'meridian', 'katherine', '/settings/ssh-keys')
  await expect(page.getByText('No SSH keys')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add SSH key' }).first().click()
  await expect(form(page)).toBeVisible()
})

test('add, view and delete', { tag: '@core' }, async ({ page, unique, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const name = unique('laptop')
  await page.goto('/settings/ssh-keys')
  await expect(page.getByRole('heading', { name: 'SSH Keys' })).toBeVisible()
  await page.getByRole('link', { name: 'Add SSH key' }).first().click()
  await expect(page).toHaveTitle('Add SSH key / SSH keys / Settings / Rackwright')
  await form(page).getByLabel('Name').fill(name)
  await form(page).getByLabel('Description').fill('the one at work')
  // as copied from a file, with a trailing newline
  await form(page).getByLabel('Public key').fill(`${KEY}\n`)
  await form(page).getByRole('button', { name: 'Add SSH key' }).click()
  await expect(page.getByText(`SSH key ${name} created`)).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/ssh-keys$/)
  await expect(row(page, name)).toContainText('the one at work')

  await page.getByRole('link', { name }).click()
  const view = page.getByRole('dialog', { name: 'View SSH key' })
  await expect(view).toContainText('ssh-ed25519, 256 bits')
  await expect(view.getByRole('textbox')).toHaveCount(0)
  await expect(view.getByRole('region', { name: 'Public key' })).toContainText(KEY)
  await view.getByRole('button', { name: 'Copy public key' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(KEY)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await row(page, name).getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Copy ID', 'Copy public key', 'Delete'])
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete SSH key' }).getByRole('button', { name: 'Delete SSH key' }).click()
  await expect(page.getByText(`SSH key ${name} deleted`)).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
  // the keyboard continues in the row that moved up
  await expect(page.locator('tbody tr :focus')).toHaveCount(1)
})

test('text that is not a public key gets a warning and can still be added', async ({ page, unique }) => {
  await page.goto('/settings/ssh-keys-new')
  const send = form(page).getByRole('button', { name: 'Add SSH key' })
  const key = form(page).getByLabel('Public key')
  await key.fill('  ')
  await send.click()
  await expect(form(page).getByText('Name is required')).toBeVisible()
  await expect(form(page).getByText('Public key is required')).toBeVisible()
  for (const [text, problem] of [
    ['hello', 'It begins with "hello", which is not one of ssh-ed25519'],
    [KEY.slice(0, 40), 'The key ends too early: was it copied in full?'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nabc', 'This is a private key, which should never be shared'],
    [`${KEY}\n${KEY}`, 'A key is a single line, and this has several'],
  ] as const) {
    await key.fill(text)
    await expect(form(page).getByText(problem)).toBeVisible()
  }
  await expectAccessible(page)
  const name = unique('odd')
  await key.fill('hello')
  await form(page).getByLabel('Name').fill(name)
  await send.click()
  await expect(page.getByText(`SSH key ${name} created`)).toBeVisible()
})

test('a taken name is reported at its field', async ({ page, unique, watch }) => {
  watch.expectStatus(400)
  const name = unique('taken')
  await add(page, name)
  // through the link, because in the preview a page load may start a new world
  await page.getByRole('link', { name: 'Add SSH key' }).first().click()
  await form(page).getByLabel('Name').fill(name)
  await form(page).getByLabel('Public key').fill(KEY)
  await form(page).getByRole('button', { name: 'Add SSH key' }).click()
  await expect(form(page).getByText('name already exists', { exact: true })).toBeVisible()
  await expect(form(page).getByLabel('Name')).toBeFocused()
})

test('a missing key', async ({ page, watch }) => {
  watch.expectStatus(404)
  await page.goto('/settings/ssh-keys/no-such-key/edit')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('by keyboard alone', async ({ page, unique }) => {
  const name = unique('keys')
  await page.goto('/settings/ssh-keys')
  await expect(page.getByRole('heading', { name: 'SSH Keys' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(form(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(form(page).getByLabel('Public key')).toBeFocused()
  await page.keyboard.insertText(KEY)
  await form(page).getByLabel('Name').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`SSH key ${name} created`)).toBeVisible()
  await row(page, name).getByRole('button', { name: 'Row actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy ID' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete SSH key' })
  await question.getByRole('button', { name: 'Delete SSH key' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toHaveCount(0)
})
