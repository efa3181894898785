// Snapshots: created through the form, turned into images, refused, deleted.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { choose, makeProject, row, select } from '../helpers/table.ts'

test('create a snapshot, create an image from it, delete it', { tag: '@core' }, async ({ page, unique }) => {
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
  await expect(row(page, name).getByRole('link', { name: 'scratch' })).toHaveAttribute(
    'href',
    '/projects/analytics/disks/scratch/snapshots',
  )
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

test('a taken name, a disk deleted after it was chosen, and a missing snapshot', async ({ page, unique, watch }) => {
  watch.expectStatus(400, 404)
  const disk = unique('brief')
  const body = { name: disk, description: '', size: 2 ** 30, disk_source: { type: 'blank', block_size: 512 } }
  await call(page.context(), 'POST', '/v1/disks?project=billing', body)
  await page.goto('/projects/billing/snapshots-new')
  await page.getByLabel('Name').fill('of-a-deleted-disk')
  await select(page, 'Disk', disk)
  await call(page.context(), 'DELETE', `/v1/disks/${disk}?project=billing`)
  await expect(page.getByRole('combobox', { name: 'Disk' })).toHaveValue('')
  await page.getByRole('button', { name: 'Create snapshot' }).click()
  await expect(page.getByText('Disk is no longer available. Select another.')).toBeVisible()
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

test('the disk picker finds a disk beyond the first thousand', { tag: '@server' }, async ({ page }) => {
  const time = '2026-01-01T00:00:00Z'
  const disk = (index: number) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `disk-${index}`,
    description: '',
    project_id: '00000000-0000-4000-8000-000000000000',
    size: 2 ** 30,
    block_size: 512,
    device_path: `/mnt/disk-${index}`,
    disk_type: 'distributed',
    state: { state: 'detached' },
    time_created: time,
    time_modified: time,
  })
  let isEndless = false
  await page.route(/\/v1\/disks\?.*limit=1000/, (route) => {
    const start = route.request().url().includes('page_token') ? 1000 : 0
    const items = Array.from({ length: 1000 }, (_, index) => disk(start + index))
    return route.fulfill({ json: { items, next_page: start === 0 || isEndless ? 'more' : null } })
  })
  await page.goto('/projects/storefront/snapshots-new')
  const picker = page.getByRole('combobox', { name: 'Disk' })
  await picker.click()
  await expect(page.getByText('200 of 2,000 shown. Type to find others.')).toBeVisible()
  await picker.fill('disk-1987')
  await page.getByRole('option', { name: 'disk-1987' }).click()
  await expect(picker).toHaveValue('disk-1987')
  await expect(page.getByText('can be found here')).toHaveCount(0)

  isEndless = true
  await page.reload()
  await expect(
    page.getByText('A list has more than 5,000 items. Only the first 5,000 can be found here.'),
  ).toBeVisible()
})
