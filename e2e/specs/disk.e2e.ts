// Disks: created from every source, snapshotted, refused, deleted.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { choose, makeProject, openMenu, overflow, row, select } from '../helpers/table.ts'

test('create disks from every source and delete them', { tag: '@core' }, async ({ page, unique }) => {
  const project = unique('disks')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/disks`)
  await expect(page).toHaveTitle(`Disks / ${project} / Projects / Rackwright`)
  await expect(page.getByText('No disks')).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('c')
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('blank')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Disk blank created')).toBeVisible()
  await expect(row(page, 'blank')).toContainText('10 GiB')
  await expect(row(page, 'blank')).toContainText('detached')

  await choose(page, 'blank', 'Snapshot')
  await expect(page.getByText(/^Snapshot blank-[0-9a-f]{6} created$/)).toBeVisible()

  await page.getByRole('link', { name: 'New Disk' }).click()
  await page.getByLabel('Name').fill('from-snapshot')
  await page.getByRole('radio', { name: 'Snapshot' }).check()
  await page.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByText('Source snapshot is required')).toBeVisible()
  await select(page, 'Source snapshot', /blank-/)
  await page.getByRole('spinbutton', { name: 'Size' }).fill('5')
  await page.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByText('Disk from-snapshot created')).toBeVisible()
  // a disk cannot be smaller than its source: the field was reset to the minimum
  await expect(row(page, 'from-snapshot')).toContainText('10 GiB')

  await page.getByRole('link', { name: 'New Disk' }).click()
  await page.getByLabel('Name').fill('from-image')
  await page.getByRole('radio', { name: 'Image' }).check()
  await select(page, 'Source image', /debian-12/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create disk' }).click()
  await expect(row(page, 'from-image')).toContainText('detached')

  await choose(page, 'blank', 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete disk' })
  await expect(question).toContainText('All data on the disk is lost. Snapshots and images created from it are kept.')
  await question.getByRole('button', { name: 'Delete disk' }).click()
  await expect(page.getByText('Disk blank deleted')).toBeVisible()
  await expect(row(page, 'blank')).toHaveCount(0)
  await page.goto(`/projects/${project}/snapshots`)
  await expect(page.getByRole('row', { name: /blank-/ })).toContainText('Deleted')
})

test('refused disks say why', async ({ page, watch }) => {
  watch.expectStatus(400)
  await page.goto('/projects/storefront/disks-new')
  const form = page.getByRole('dialog', { name: 'Create disk' })
  await form.getByLabel('Name').fill('catalog-data')
  await form.getByRole('spinbutton', { name: 'Size' }).fill('2000')
  await form.getByLabel('Name').focus()
  await expect(form.getByRole('spinbutton', { name: 'Size' })).toHaveValue('1023')
  await form.getByRole('spinbutton', { name: 'Size' }).fill('10')
  await form.getByRole('button', { name: 'Create disk' }).click()
  await expect(form.getByText('name already exists', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
})

test('an attached disk cannot be deleted and links to its instance', async ({ page, unique }) => {
  const project = unique('attached')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/instances-new`)
  await page.getByLabel('Name', { exact: true }).fill('web1')
  await select(page, 'Image', /debian-12/)
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText(/Instance web1 created/)).toBeVisible()
  await page.goto(`/projects/${project}/disks`)
  const disk = page.getByRole('row', { name: /attached/ })
  await expect(disk).toContainText('web1')
  await disk.getByRole('button', { name: 'Row actions' }).click()
  const item = page.getByRole('menuitem', { name: 'Delete' })
  await expect(item).toBeDisabled()
  await item.hover()
  await expect(page.getByText('Only detached or faulted disks can be deleted. Detach it first.')).toBeVisible()
  await page.keyboard.press('Escape')
  await disk.getByRole('link', { name: 'web1' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances/web1/storage`)
})

test('another window shows a new disk, and the list fits a phone', async ({ page, openWindow, unique }) => {
  const name = unique('live')
  await page.goto('/projects/analytics/disks')
  await expect(row(page, 'warehouse')).toBeVisible()
  const other = await openWindow()
  await other.setViewportSize(PHONE)
  await other.goto('/projects/analytics/disks')
  await expect(row(other, 'warehouse')).toBeVisible()
  await page.getByRole('link', { name: 'New Disk' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create disk' }).click()
  await expect(row(other, name)).toBeVisible()
  expect(await overflow(other)).toBe(0)
  await expectAccessible(other)
  await openMenu(other, name)
  await expect(other.getByRole('menuitem', { name: 'Snapshot' })).toBeVisible()
})

test('disks of a missing project', async ({ page, watch }) => {
  watch.expectStatus(404)
  await page.goto('/projects/no-such-project/disks')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('an instance beyond the first page is fetched on its own @server', async ({ page, unique }) => {
  const name = unique('far')
  await makeInstance(page, { project: 'storefront', name })
  // as if a thousand others came before it
  await page.route(/\/v1\/instances\?/, (route) => route.fulfill({ json: { items: [] } }))
  await page.goto('/projects/storefront/disks')
  const link = page.getByRole('row').getByRole('link', { name, exact: true })
  await expect(link).toHaveAttribute('href', `/projects/storefront/instances/${name}/storage`)
})
