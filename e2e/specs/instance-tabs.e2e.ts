// An instance's page: disks, networking, connect and settings.
import { expectAccessible } from '../helpers/axe.ts'
import { expect, test } from '../helpers/harness.ts'
import { makeInstance, visit } from '../helpers/instance.ts'
import { choose, makeProject, openMenu, row, select, selected } from '../helpers/table.ts'

test('disks can be attached and detached while it is stopped', { tag: '@core' }, async ({ page, unique }) => {
  const [name, disk] = [unique('store'), unique('extra')]
  await makeInstance(page, { project: 'staging', name })
  const others = page.getByRole('table', { name: 'Additional disks' })
  await expect(page.getByText('No other disks')).toBeVisible()
  await page.getByRole('button', { name: 'Create disk' }).click()
  const form = page.getByRole('dialog', { name: 'Create disk' })
  await form.getByLabel('Name').fill(disk)
  await form.getByRole('button', { name: 'Create disk' }).click()
  await expect(others).toContainText(disk)
  await expect(others).toContainText('attached')
  await expectAccessible(page)

  await choose(page, disk, 'Set as boot disk')
  const question = page.getByRole('dialog', { name: 'Set as boot disk' })
  await expect(question).toContainText(`Boot from ${disk} instead of`)
  await question.getByRole('button', { name: 'Set as boot disk' }).click()
  await expect(page.getByRole('table', { name: 'Boot disk' })).toContainText(disk)
  await openMenu(page, disk)
  await expect(page.getByRole('menuitem', { name: 'Detach' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Detach' }).hover()
  await expect(page.getByText('Unset it as the boot disk first')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Unset as boot disk' }).click()
  await page
    .getByRole('dialog', { name: 'Unset as boot disk' })
    .getByRole('button', { name: 'Unset as boot disk' })
    .click()
  await expect(page.getByText('No boot disk set')).toBeVisible()

  await choose(page, disk, 'Detach')
  await page.getByRole('dialog', { name: 'Detach disk' }).getByRole('button', { name: 'Detach disk' }).click()
  await expect(page.getByText(`Disk ${disk} detached`)).toBeVisible()
  await expect(row(page, disk)).toHaveCount(0)
  await page.getByRole('button', { name: 'Attach existing disk' }).click()
  await select(page, 'Disk', new RegExp(disk))
  await page.getByRole('dialog', { name: 'Attach disk' }).getByRole('button', { name: 'Attach disk' }).click()
  await expect(others).toContainText(disk)
})

test('actions unavailable on a running instance say why', async ({ page }) => {
  await visit(page, '/projects/storefront/instances/web-1/storage')
  await page.getByRole('table', { name: 'Boot disk' }).getByRole('button', { name: 'Row actions' }).click()
  const unset = page.getByRole('menuitem', { name: 'Unset as boot disk' })
  await expect(unset).toBeDisabled()
  await unset.hover()
  await expect(page.getByText('Only stopped or failed instances can get another boot disk')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Networking' }).click()
  await page.getByRole('table', { name: 'Network interfaces' }).getByRole('button', { name: 'Row actions' }).click()
  const edit = page.getByRole('menuitem', { name: 'Edit' })
  await expect(edit).toBeDisabled()
  await edit.hover()
  await expect(page.getByText('Only stopped instances can have their network interfaces changed')).toBeVisible()
  await expectAccessible(page)
})

test('disks come and go while the instance runs', async ({ page, unique }) => {
  const name = unique('hot')
  const disk = `${name}-data`
  await makeInstance(page, { project: 'staging', name, start: true })
  const others = page.getByRole('table', { name: 'Additional disks' })
  await page.getByRole('button', { name: 'Create disk' }).click()
  const form = page.getByRole('dialog', { name: 'Create disk' })
  await form.getByLabel('Name').fill(disk)
  await form.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByText('Format it in the guest, and mount it there.')).toBeVisible()
  await expect(others).toContainText('attached')

  await choose(page, disk, 'Detach')
  const question = page.getByRole('dialog', { name: 'Detach disk' })
  await expect(question).toContainText('Unmount it in the guest first: what is not written yet is lost.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Detach disk' }).click()
  await expect(page.getByText(`Disk ${disk} detached`)).toBeVisible()
  await expect(row(page, disk)).toHaveCount(0)

  await page.getByRole('button', { name: 'Attach existing disk' }).focus()
  await page.keyboard.press('Enter')
  await select(page, 'Disk', new RegExp(disk))
  await page.getByRole('dialog', { name: 'Attach disk' }).getByRole('button', { name: 'Attach disk' }).click()
  await expect(page.getByText('The guest sees a new disk. Mount it there.')).toBeVisible()
  await expect(others).toContainText(disk)
  await page.getByRole('table', { name: 'Boot disk' }).getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Detach' }).hover()
  await expect(page.getByText('The boot disk stays while the instance runs')).toBeVisible()
})

test('interfaces and addresses', async ({ page, unique }) => {
  const name = unique('net')
  await makeInstance(page, { project: 'storefront', name })
  await page.getByRole('tab', { name: 'Networking' }).click()
  await page.getByRole('button', { name: 'Add network interface' }).click()
  const form = page.getByRole('dialog', { name: 'Add network interface' })
  await form.getByLabel('Name').fill('second')
  await select(page, 'VPC', 'default')
  await select(page, 'Subnet', 'backend')
  await form.getByLabel('IP address').fill('nonsense')
  await form.getByRole('button', { name: 'Add network interface' }).click()
  await expect(form.getByText('Not a valid IP address')).toBeVisible()
  await form.getByLabel('IP address').fill('')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add network interface' }).click()
  await expect(row(page, 'second')).toContainText('172.30.8.')

  await choose(page, 'second', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit network interface' })
  const transit = edit.getByRole('textbox', { name: 'Transit IPs' })
  await transit.fill('10.9.0.0')
  await transit.press('Enter')
  await expect(edit.getByText('Must contain an IP address and a width, separated by a /')).toBeVisible()
  await transit.fill('10.9.0.0/16')
  await edit.getByRole('button', { name: 'Update network interface' }).click()
  await expect(edit.getByText('Add this transit IP, or clear the field')).toBeVisible()
  await transit.press('Enter')
  await transit.fill('10.9.0.0/16')
  await transit.press('Enter')
  await expect(edit.getByText('Items must be unique')).toBeVisible()
  await edit.getByRole('button', { name: 'Clear', exact: true }).click()
  await edit.getByRole('button', { name: 'Update network interface' }).click()
  await expect(page.getByText('Network interface second updated')).toBeVisible()
  await expect(row(page, 'second')).toContainText('10.9.0.0/16')

  await choose(page, 'second', 'Make primary')
  await expect(page.getByRole('row', { name: /^second primary/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^second primary/ })).toContainText('10.9.0.0/16')
  await openMenu(page, 'second')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await choose(page, 'net0', 'Delete')
  await page
    .getByRole('dialog', { name: 'Delete network interface' })
    .getByRole('button', { name: 'Delete network interface' })
    .click()
  await expect(row(page, 'net0')).toHaveCount(0)
})

test('a VPC beyond the first page is fetched on its own @server', async ({ page, unique }) => {
  const name = unique('far')
  await makeInstance(page, { project: 'storefront', name })
  // as if a thousand others came before it
  await page.route(/\/v1\/vpcs\?/, (route) => route.fulfill({ json: { items: [] } }))
  let asked = 0
  page.on('request', (request) => {
    if (/\/v1\/vpcs\/[\w-]+$/.test(request.url())) asked += 1
  })
  await page.goto(`/projects/storefront/instances/${name}/networking`)
  await expect(row(page, 'net0')).toContainText('default')
  await expect(page.getByText('Deleted', { exact: true })).toHaveCount(0)
  await expect(page.getByText('default', { exact: true })).toHaveCount(3)
  // reads from before live updates started are repeated
  expect(asked).toBeGreaterThan(0)
})

test('an ephemeral IP is detached and attached again', async ({ page, unique }) => {
  const name = unique('out')
  await makeInstance(page, { project: 'staging', name })
  await page.getByRole('tab', { name: 'Networking' }).click()
  const addresses = page.getByRole('table', { name: 'External IPs' })
  await expect(addresses).toContainText('ephemeral')
  await addresses.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Detach' }).click()
  await expect(page.getByRole('dialog', { name: 'Detach ephemeral IP' })).toContainText(
    'It will no longer be reachable there.',
  )
  await page
    .getByRole('dialog', { name: 'Detach ephemeral IP' })
    .getByRole('button', { name: 'Detach ephemeral IP' })
    .click()
  await expect(page.getByText('Ephemeral IP detached')).toBeVisible()
  await expect(page.getByText('No external IPs')).toBeVisible()
  await page.getByRole('tab', { name: 'Connect' }).click()
  await expect(page.getByText('No external IP yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Attach one' }).click()
  await page.getByRole('button', { name: 'Attach ephemeral IP' }).click()
  await expectAccessible(page)
  await page
    .getByRole('dialog', { name: 'Attach ephemeral IP' })
    .getByRole('button', { name: 'Attach ephemeral IP' })
    .click()
  await expect(page.getByText(/^IP \S+ attached$/)).toBeVisible()
  await page.getByRole('tab', { name: 'Connect' }).click()
  await expect(page.getByText(/^ssh user@\d/)).toBeVisible()
  await expect(page.getByText('SSH cannot reach it: the machines of this rack are simulated.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Screen' })).toHaveCount(0)
})

test('the commands to connect', async ({ page }) => {
  await visit(page, '/projects/storefront/instances/web-1/connect')
  await page.getByRole('button', { name: 'CLI Command' }).click()
  const dialog = page.getByRole('dialog', { name: 'CLI command' })
  await expect(dialog).toContainText('--project storefront')
  await expect(dialog).toContainText('--instance web-1')
  await dialog.getByRole('button', { name: 'Copy command' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expectAccessible(page)
})

test('on real machines, SSH to the starter image is as root', { tag: '@server' }, async ({ page }) => {
  const change = (path: string, facts: object) =>
    page.route(path, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...facts } })
    })
  await change('**/rackwright/platform', { has_screens: true, accepts_ssh: true })
  await visit(page, '/projects/storefront/instances/web-1/connect')
  await expect(page.getByRole('heading', { name: 'Screen' })).toBeVisible()
  await expect(page.getByText(/^ssh user@\d/)).toBeVisible()
  await change('**/v1/images/*', { os: 'Rackwright starter' })
  await page.reload()
  await expect(page.getByText(/^ssh root@\d/)).toBeVisible()
})

test('devices that somebody has changed on the host are named', { tag: '@server' }, async ({ page }) => {
  const change = (path: string, facts: object) =>
    page.route(path, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...facts } })
    })
  await change('**/rackwright/platform', { binds_networks_at_start: true })
  const pause_reason = 'Somebody has paused it on its host.'
  await change('**/rackwright/instances/web-1/machine?*', {
    pause_reason,
    missing_disks: ['data', 'log'],
    missing_interfaces: ['net1'],
    diverted_disks: ['boot'],
  })
  await visit(page, '/projects/storefront/instances/web-1/storage')
  await expect(page.getByText(pause_reason)).toBeVisible()
  const missing = 'Somebody has detached disks data, log and network interface net1 on the host of this instance.'
  await expect(page.getByText(`${missing} Stop and start it to attach them again.`)).toBeVisible()
  await expect(page.getByText(/^Somebody has taken a snapshot of disk boot on the host/)).toBeVisible()
  await expectAccessible(page)
})

test('the auto-restart policy is changed in one window and shown in another', async ({ page, openWindow, unique }) => {
  const project = unique('policy')
  await makeProject(page, project)
  await makeInstance(page, { project, name: 'one' })
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByText('Not in any group').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  const other = await openWindow()
  await visit(other, `/projects/${project}/instances/one/settings`)
  await expect(selected(other, 'Policy')).toHaveText('Default')
  await select(page, 'Policy', 'Never')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Auto-restart policy of one changed')).toBeVisible()
  await expect(selected(other, 'Policy')).toHaveText('Never')
  await expectAccessible(page)

  // a resize must not bring the default back
  await page.getByRole('button', { name: 'Instance actions' }).click()
  await page.getByRole('menuitem', { name: 'Resize' }).click()
  await page.getByRole('spinbutton', { name: 'vCPUs' }).fill('2')
  await page.getByRole('dialog', { name: 'Resize instance' }).getByRole('button', { name: 'Resize' }).click()
  await expect(page.getByText('Instance one resized')).toBeVisible()
  await expect(selected(page, 'Policy')).toHaveText('Never')
})
