// Snapshots: taken through the form, made into images, refused, deleted.
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'
import { choose, makeProject, row, select } from './table.ts'

test('taken by hand, made an image, deleted', async ({ page, unique }) => {
  test.setTimeout(60_000)
  const name = unique('before')
  await page.goto('/projects/analytics/snapshots')
  await expect(page.getByRole('heading', { name: 'Snapshots' })).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.getByRole('button', { name: 'Create snapshot' }).click()
  await expect(page.getByText('Disk is required')).toBeVisible()
  await select(page, 'Disk', /scratch/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create snapshot' }).click()
  await expect(page.getByText(`Snapshot ${name} created`)).toBeVisible()
  await expect(row(page, name)).toContainText('scratch')
  await expect(row(page, name)).toContainText('ready')
  await expectAccessible(page)

  await choose(page, name, 'Create image')
  const form = page.getByRole('dialog', { name: 'Create image from snapshot' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await form.getByRole('button', { name: 'Create image' }).click()
  await expect(form.getByText('OS is required')).toBeVisible()
  await form.getByRole('textbox', { name: 'OS' }).fill('Debian')
  await form.getByRole('textbox', { name: 'Version' }).fill('12')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create image' }).click()
  await expect(page.getByText(`Image ${name} created`)).toBeVisible()
  await expect(page).toHaveURL('/projects/analytics/snapshots')

  await choose(page, name, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete snapshot' }).click()
  await expect(page.getByText(`Snapshot ${name} deleted`)).toBeVisible()
  await page.goto('/projects/analytics/images')
  await expect(row(page, name)).toContainText('Debian 12')
})

test('a name that is taken, and a snapshot that is not there', async ({ page, watch }) => {
  watch.expectStatus(400, 404)
  await page.goto('/projects/billing/snapshots-new')
  await page.getByLabel('Name').fill('ledger-year-end')
  await select(page, 'Disk', /^ledger /)
  await page.getByRole('button', { name: 'Create snapshot' }).click()
  await expect(page.getByText('name already exists', { exact: true })).toBeVisible()
  await page.goto('/projects/billing/snapshots/none/images-new')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a project without disks says so', async ({ page, unique }) => {
  const project = unique('bare')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/snapshots`)
  await expect(page.getByText('No snapshots')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'New Snapshot' }).last().click()
  await expect(page.getByText('No disks in this project can be snapshotted.')).toBeVisible()
})
