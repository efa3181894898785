// Silo access: granted, changed, removed, and refused to users without permission.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { signIn } from '../helpers/people.ts'

const NEEDS_ADMIN = 'You need the silo admin role. Yours is collaborator. A silo admin can change that.'

const table = (page: Page) => page.getByRole('table', { name: 'Access' })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const addButton = (page: Page) => page.getByRole('button', { name: 'Add user or group' })

async function menu(page: Page, name: string, item: string): Promise<void> {
  await row(page, name).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function choose(page: Page, role: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role }).click()
}

async function give(page: Page, name: string, role: string): Promise<void> {
  await addButton(page).click()
  await page.getByRole('combobox', { name: 'User or group' }).fill(name)
  await page.getByRole('option', { name }).click()
  await choose(page, role)
  await page.getByRole('button', { name: 'Assign role' }).click()
  await expect(row(page, name)).toContainText(`silo.${role.toLowerCase()}`)
}

async function take(page: Page, name: string): Promise<void> {
  await menu(page, name, 'Delete')
  await page.getByRole('dialog', { name: 'Remove role' }).getByRole('button', { name: 'Remove role' }).click()
  await expect(row(page, name)).toHaveCount(0)
}

test('grant a role, change it, remove it', { tag: '@core' }, async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'meridian', 'ada', '/access')
  await expect(page).toHaveTitle('Access / Rackwright')
  await expect(row(page, 'ada')).toContainText('silo.admin')
  await expect(row(page, 'alan')).toHaveCount(0)
  await expectAccessible(page)

  await addButton(page).click()
  const form = page.getByRole('dialog', { name: 'Add user or group' })
  await form.getByRole('button', { name: 'Assign role' }).click()
  await expect(form.getByText('User or group is required')).toBeVisible()
  await expect(form.getByText('Role is required')).toBeVisible()
  await form.getByRole('combobox', { name: 'User or group' }).click()
  // only users without a role
  await expect(page.getByRole('option')).toHaveText(['alan'])
  await expectAccessible(page)
  await page.getByRole('option', { name: 'alan' }).click()
  await choose(page, 'Viewer')
  await form.getByRole('button', { name: 'View API request' }).click()
  // the whole policy is sent, or everyone else would lose their role
  await expect(form.getByLabel('Request as curl')).toContainText('"role_name": "admin"')
  await form.getByRole('button', { name: 'Assign role' }).click()
  await expect(row(page, 'alan')).toContainText('silo.viewer')
  await expect(table(page).getByRole('row')).toHaveCount(5)

  await menu(page, 'alan', 'Change role')
  const change = page.getByRole('dialog', { name: 'Change silo role for alan' })
  await expect(change.getByRole('combobox', { name: 'Role' })).toHaveValue('Viewer')
  await choose(page, 'Collaborator')
  await expectAccessible(page)
  await change.getByRole('button', { name: 'Update role' }).click()
  await expect(row(page, 'alan')).toContainText('silo.collaborator')

  await menu(page, 'alan', 'Delete')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await take(page, 'alan')
  await expect(row(page, 'ada')).toContainText('silo.admin')
})

test('lowering your own role warns first', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'meridian', 'ada', '/access')
  await menu(page, 'ada', 'Change role')
  await expect(page.getByText('This is your own role')).toHaveCount(0)
  await choose(page, 'Viewer')
  await expect(page.getByText('This is your own role')).toBeVisible()
  await page.getByRole('button', { name: 'Update role' }).click()
  const question = page.getByRole('dialog', { name: 'Change your own role?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  // nothing was sent
  await expect(page.getByRole('dialog', { name: 'Change silo role for ada' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Viewer')
  await choose(page, 'Admin')
  await expect(page.getByText('This is your own role')).toHaveCount(0)
  await page.getByRole('button', { name: 'Update role' }).click()
  await question.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText('Role updated')).toBeVisible()
  await expect(row(page, 'ada')).toContainText('silo.admin')
})

test('users who cannot change it see it, and why not', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'meridian', 'grace', '/access')
  await expect(row(page, 'ada')).toContainText('silo.admin')
  await expect(addButton(page)).toBeDisabled()
  // read aloud also while the tooltip is closed
  await expect(addButton(page)).toHaveAccessibleDescription(NEEDS_ADMIN)
  await addButton(page).hover()
  await expect(page.getByRole('tooltip')).toHaveText(NEEDS_ADMIN)
  await row(page, 'ada').getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Change role' })).toBeDisabled()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await expectAccessible(page)
})

test('a role removed while the form is open', { tag: '@server' }, async ({ page, host, browser, baseURL, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'meridian', 'ada', '/access')
  await menu(page, 'grace', 'Change role')
  await choose(page, 'Admin')
  await page.getByRole('button', { name: 'Update role' }).click()
  await expect(row(page, 'grace')).toContainText('silo.admin')

  const elsewhere = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'reduce' })
  const other = await elsewhere.newPage()
  await signIn(other, host, 'meridian', 'grace', '/access')
  await addButton(other).click()
  await other.getByRole('combobox', { name: 'User or group' }).fill('alan')
  await other.getByRole('option', { name: 'alan' }).click()
  await choose(other, 'Viewer')

  await menu(page, 'grace', 'Change role')
  await choose(page, 'Collaborator')
  await page.getByRole('button', { name: 'Update role' }).click()
  // the other window updates behind its form
  const hidden = other.getByRole('row', { includeHidden: true }).filter({ hasText: 'grace' })
  await expect(hidden).toContainText('silo.collaborator')
  // and the form says that it cannot be sent any more
  await expect(other.getByRole('dialog')).toContainText(NEEDS_ADMIN)
  await expect(other.getByRole('button', { name: 'Assign role' })).toBeDisabled()
  await elsewhere.close()
})

test('without roles the page says what they are for, and an operator grants the first one', async ({ page }) => {
  await page.goto('/access')
  for (const name of ['edith', 'hedy']) await take(page, name)
  await menu(page, 'admin', 'Delete')
  const question = page.getByRole('dialog', { name: 'Remove role' })
  await expect(question).toContainText('This is your own role')
  await question.getByRole('button', { name: 'Remove role' }).click()
  await expect(page.getByText('No authorized users')).toBeVisible()
  await expectAccessible(page)
  await give(page, 'admin', 'Admin')
  await give(page, 'edith', 'Viewer')
  await give(page, 'hedy', 'Collaborator')
})

test('by keyboard alone', async ({ page, host, watch }) => {
  watch.expectStatus(403)
  await signIn(page, host, 'meridian', 'ada', '/access')
  await expect(row(page, 'ada')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('combobox', { name: 'User or group' })).toBeFocused()
  await page.keyboard.type('al')
  await expect(page.getByRole('option', { name: 'alan' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'User or group' })).toHaveValue('alan')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Admin' })).toHaveAttribute('data-highlighted')
  // up from the first option goes to the last
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Viewer')
  await page.getByRole('button', { name: 'Assign role' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, 'alan')).toContainText('silo.viewer')
  await row(page, 'alan').getByRole('button', { name: 'Row actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy ID' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove role' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, 'alan')).toHaveCount(0)
})
