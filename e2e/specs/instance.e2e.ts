// Instances: created, watched, stopped, resized, refused, found, deleted.
import type { Route } from '@playwright/test'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { call } from '../helpers/api.ts'
import { openEmptySilo } from '../helpers/people.ts'
import { expectState, makeInstance, visit } from '../helpers/instance.ts'
import { choose, makeProject, openMenu, overflow, row, select } from '../helpers/table.ts'

const GIB = 2 ** 30

test('create, run, stop and delete an instance', { tag: ['@both', '@core'] }, async ({ page, unique }) => {
  const project = unique('machines')
  await makeProject(page, project)
  await visit(page, `/projects/${project}/instances`)
  await expect(page).toHaveTitle(`Instances / ${project} / Projects / Rackwright`)
  await expect(page.getByText('No instances')).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Create instance' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('web-1')
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText('Image is required')).toBeVisible()
  await select(page, 'Image', /debian-12/)
  await page.getByRole('tab', { name: 'High CPU' }).click()
  await expect(page.getByRole('complementary', { name: 'Silo quota' })).toContainText('2 of')
  await expect(page.getByRole('complementary', { name: 'Silo quota' })).toContainText('4 GiB of')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText('Instance web-1 created')).toBeVisible()
  await expect(page).toHaveTitle(`Storage / web-1 / Instances / ${project} / Projects / Rackwright`)
  await expectState(page, 'running')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Instances', exact: true }).first().click()
  await expect(row(page, 'web-1')).toContainText('2 vCPUs')
  await openMenu(page, 'web-1')
  await expect(page.getByRole('menuitem', { name: 'Start' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Start' }).hover()
  await expect(page.getByText('Only stopped or failed instances can be started')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Stop', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Stop instance' })
  await expect(question).toContainText('Disks and IPs are kept')
  await question.getByRole('button', { name: 'Stop instance' }).click()
  await expect(page.getByText('Stopping instance web-1')).toBeVisible()
  await expect(row(page, 'web-1')).toContainText('stopped')

  await choose(page, 'web-1', 'Resize')
  const resize = page.getByRole('dialog', { name: 'Resize instance' })
  await expect(resize.getByRole('button', { name: 'Resize' })).toBeDisabled()
  await resize.getByRole('spinbutton', { name: 'vCPUs' }).fill('65')
  await resize.getByRole('button', { name: 'Resize' }).click()
  await expect(resize.getByText('vCPUs must be at most 64')).toBeVisible()
  await resize.getByRole('spinbutton', { name: 'vCPUs' }).fill('4')
  await expectAccessible(page)
  await resize.getByRole('button', { name: 'Resize' }).click()
  await expect(page.getByText('Instance web-1 resized')).toBeVisible()
  await expect(row(page, 'web-1')).toContainText('4 vCPUs')

  await choose(page, 'web-1', 'Delete')
  const last = page.getByRole('dialog', { name: 'Delete instance' })
  await expect(last).toContainText('Disks and floating IPs are detached and kept')
  await last.getByRole('button', { name: 'Delete instance' }).click()
  await expect(page.getByText('No instances')).toBeVisible()
})

test('a start over quota: the form warns, and the stopped instance says why', async ({ page, host, unique, watch }) => {
  // the console checks for a fleet role by requesting the fleet policy
  watch.expectStatus(403)
  await openEmptySilo(page, host, unique('small'), 'public')
  const ask = (path: string, body: object) => call(page.context(), 'POST', path, body)
  await ask('/v1/projects', { name: 'web', description: '' })
  const disk = { name: 'boot', description: '', size: GIB, disk_source: { type: 'blank', block_size: 512 } }
  await ask('/v1/disks?project=web', disk)
  await visit(page, '/projects/web/instances-new')
  await expect(page.getByText('Not enough vCPUs and memory in the silo quota')).toBeVisible()
  await page.getByLabel('Start instance').uncheck()
  await expect(page.getByText('Not enough vCPUs and memory')).toHaveCount(0)
  await page.getByLabel('Start instance').check()
  await page.getByLabel('Name', { exact: true }).fill('db-1')
  await select(page, 'Disk', 'boot')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText('It was not started.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Not enough vCPUs are left in the quota')
  await expectState(page, 'stopped')
})

test('bulk actions do what is possible and say why the rest is not', async ({ page, unique }) => {
  const project = unique('bulk')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'at-work', start: true })
  await makeInstance(page, { project, name: 'at-rest' })
  await visit(page, `/projects/${project}/instances`)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete 2 instances' })
  await expect(question).toContainText('at-work will fail: Only stopped or failed instances can be deleted')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Deleted 1 instance. 1 failed.')).toBeVisible()
  await expect(row(page, 'at-rest')).toHaveCount(0)
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const last = page.getByRole('dialog', { name: 'Delete at-work' })
  await expect(last.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
})

test('bulk actions skip what is in the wanted state, and report with a toast', async ({ page, unique }) => {
  const project = unique('bulk')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'at-work', start: true })
  await makeInstance(page, { project, name: 'at-rest' })
  await visit(page, `/projects/${project}/instances`)
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Stop' }).click()
  const question = page.getByRole('dialog', { name: 'Stop at-work' })
  await expect(question).toContainText('at-rest is already stopped and will be skipped')
  await question.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Stopped 1 instance. 1 skipped.')).toBeVisible()
  // a panel is for failures only
  await expect(page.getByRole('alert').filter({ hasText: 'skipped' })).toHaveCount(0)
  await expect(bar).toHaveCount(0)
  await expect(row(page, 'at-work')).toContainText('stopped')

  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await bar.getByRole('button', { name: 'Stop' }).click()
  const nothing = page.getByRole('dialog', { name: 'Stop 2 instances' })
  await expect(nothing.getByRole('button', { name: 'Stop' })).toBeDisabled()
})

test('a taken name is reported at its field, and input is kept', async ({ page, watch }) => {
  watch.expectStatus(400)
  await visit(page, '/projects/storefront/instances-new')
  await page.getByLabel('Name', { exact: true }).fill('web-1')
  await select(page, 'Image', /debian-12/)
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText('name already exists', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByText('Instance name already exists').first()).toBeVisible()
  await page.getByRole('link', { name: 'Disks' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm navigation' })
    .getByRole('button', { name: 'Continue editing' })
    .click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('web-1')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/projects/storefront/instances')
})

test('another window follows, using only the keyboard', async ({ page, openWindow, unique }) => {
  const name = unique('keys')
  await makeInstance(page, { project: 'staging', name })
  const other = await openWindow()
  await other.setViewportSize(PHONE)
  await visit(other, '/projects/staging/instances')
  await expect(row(other, name)).toContainText('stopped')
  expect(await overflow(other)).toBe(0)

  await page.getByRole('button', { name: 'Start', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Start instance' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(row(other, name)).toContainText('running')
  await expectState(page, 'running')
  await page.getByRole('tab', { name: 'Storage' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Networking' })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/\/networking$/)
  await page.getByRole('button', { name: 'Instance actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Reboot instance' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Instance actions' })).toBeFocused()
  await expectAccessible(other)
})

test('a failed instance shows its reason', async ({ page }) => {
  await visit(page, '/projects/staging/instances/old-board-refuses-to-start/storage')
  await expectState(page, 'failed')
  await expect(page.getByText('This instance has failed')).toBeVisible()
  await expect(page.getByText(/its firmware reports a fault/)).toBeVisible()
  await expect(page.getByText('Auto-restart is off. Fix the cause, then start it.')).toBeVisible()
  await page.getByRole('button', { name: 'Auto-restart' }).click()
  await expect(page.getByRole('dialog').getByText('Auto-restart is off.')).toBeVisible()
  await expect(page.getByText('Disabled')).toBeVisible()
  await expectAccessible(page)
})

test('a failed instance leads to the output of the run that failed, and can be started', async ({ page }) => {
  await visit(page, '/projects/staging/instances/canary-fails-after-boot/storage')
  await expectState(page, 'failed')
  const notice = page.getByText('This instance has failed').locator('xpath=../..')
  await expect(notice.getByRole('button', { name: 'Start' })).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('link', { name: 'View output' }).click()
  await expect(page).toHaveURL(/serial-console\?run=\d+$/)
  await expect(page.getByText(/Output of run \d+, which failed/)).toBeVisible()
  await page.getByRole('link', { name: 'Back to instance' }).click()
  await notice.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('dialog', { name: 'Start instance' })).toBeVisible()
})

test('a form without a boot disk, and one closed while it is sent', { tag: '@server' }, async ({ page, unique }) => {
  const name = unique('a-slow')
  await visit(page, '/projects/storefront/instances-new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('tab', { name: 'Project images' }).click()
  const create = page.getByRole('button', { name: 'Create instance' })
  await create.click()
  await expect(page.getByText('Select an image or a detached disk to boot from')).toBeVisible()
  await page.getByRole('tab', { name: 'Silo images' }).click()
  await select(page, 'Image', /debian-12/)

  await page.getByRole('button', { name: 'Create new disk' }).click()
  await page.getByRole('dialog', { name: 'Create new disk' }).getByLabel('Name').fill('data')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Confirm navigation' }).getByRole('button', { name: 'Leave form' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const held: Route[] = []
  await page.route('**/v1/instances?*', async (route) => {
    if (route.request().method() === 'POST') held.push(route)
    else await route.continue()
  })
  await create.click()
  await expect(page.getByLabel('Name', { exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Disks' }).click()
  await expect(page.getByRole('heading', { name: 'Disks' })).toBeVisible()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const route of held) await route.continue()
  await expect(page.getByText('Completed after you closed the form.')).toBeVisible()
  await expect(page).toHaveURL('/projects/storefront/disks')
})

test('cloning fills the form', async ({ page }) => {
  await visit(page, '/projects/storefront/instances')
  await choose(page, 'web-1', 'Create similar')
  await expect(page.getByText('Filled in from web-1')).toBeVisible()
  // web-2 is taken
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/^web-[3-9]$/)
  await expect(page.getByLabel('Description')).toHaveValue('Serves the shop')
  await expect(page.getByRole('combobox', { name: 'Image' })).toHaveValue('debian-12')
  await page.getByRole('button', { name: 'Configuration' }).click()
  await expect(page.getByRole('checkbox', { name: /^web/ })).toBeChecked()
  await page.getByRole('button', { name: 'View API request' }).click()
  await expect(page.getByLabel('Request as curl')).toContainText('"anti_affinity_groups"')
})

test('disks, interfaces, a key and user data in the form', async ({ page, unique }) => {
  const [name, key] = [unique('full'), unique('key')]
  await visit(page, '/projects/storefront/instances-new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('checkbox', { name: 'Start Instance' }).uncheck()
  await select(page, 'Image', /debian-12/)
  await page.getByRole('button', { name: 'Create new disk' }).click()
  const disk = page.getByRole('dialog', { name: 'Create new disk' })
  await disk.getByLabel('Name').fill('catalog-data')
  await disk.getByRole('button', { name: 'Add disk' }).click()
  await expect(disk.getByText('A disk named catalog-data already exists')).toBeVisible()
  await disk.getByLabel('Name').fill(`${name}-data`)
  await disk.getByRole('button', { name: 'Add disk' }).click()
  await expect(page.getByRole('table', { name: 'Additional disks' })).toContainText(`${name}-data`)

  await page.getByRole('button', { name: 'Add SSH Key' }).click()
  const form = page.getByRole('dialog', { name: 'Add SSH key' })
  await form.getByLabel('Name').fill(key)
  await form
    .getByLabel('Public key')
    .fill('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f test')
  await form.getByRole('button', { name: 'Add SSH key' }).click()
  await page.getByRole('checkbox', { name: key }).check()

  await page.getByRole('button', { name: 'Networking' }).click()
  await page.getByRole('radio', { name: 'Custom' }).check()
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText('Add an interface or select None')).toBeVisible()
  await page.getByRole('button', { name: 'Add network interface' }).click()
  const nic = page.getByRole('dialog', { name: 'Add network interface' })
  await nic.getByLabel('Name').fill('inner')
  await select(page, 'VPC', 'default')
  await select(page, 'Subnet', 'backend')
  await nic.getByRole('button', { name: 'Add network interface' }).click()
  await expect(page.getByRole('table', { name: 'Network interfaces' })).toContainText('backend')

  await page.getByRole('button', { name: 'Configuration' }).click()
  await page.getByLabel('User Data').setInputFiles({
    name: 'large.yaml',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(33 * 1024),
  })
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText('User data must be 32 KiB or less')).toBeVisible()
  await page.getByLabel('User Data').setInputFiles({
    name: 'cloud.yaml',
    mimeType: 'text/plain',
    buffer: Buffer.from('#cloud-config\n'),
  })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByText(`Instance ${name} created`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Additional disks' })).toContainText(`${name}-data`)
  await page.getByRole('tab', { name: 'Networking' }).click()
  await expect(page.getByRole('table', { name: 'Network interfaces' })).toContainText('backend')
})

test('found by its id only', async ({ page, watch }) => {
  watch.expectStatus(404, 400)
  await visit(page, '/projects/storefront/instances/web-1/settings')
  const id = await page.getByRole('button', { name: /^Copy [0-9a-f-]{36}$/ }).getAttribute('aria-label')
  for (const path of ['lookup/instances', 'lookup/i']) {
    await visit(page, `/${path}/${id?.slice(5)}`)
    await expect(page).toHaveURL('/projects/storefront/instances/web-1/storage')
  }
  await visit(page, '/lookup/i/web-1')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await visit(page, '/projects/storefront/instances/no-such-instance/storage')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('everything fits a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  // the form last: it asks before it is left
  for (const path of ['', '/web-1/storage', '/web-1/networking', '/web-1/settings', '-new']) {
    await visit(page, `/projects/storefront/instances${path}`)
    await expect(page.getByRole('heading', { level: 1, name: path === '-new' ? 'Create instance' : /./ })).toBeVisible()
    expect(await overflow(page), path).toBe(0)
  }
  await expectAccessible(page)
})
