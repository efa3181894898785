// Subnets of a VPC: blocks, used addresses, interfaces and custom routers.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { makeInstance } from '../helpers/instance.ts'
import { choose, makeProject, openMenu, overflow, row, select, selected } from '../helpers/table.ts'

test('a subnet from creation to deletion', { tag: '@core' }, async ({ page, unique, watch, host }) => {
  watch.expectStatus(500)
  const project = unique('subs')
  await makeProject(page, project)
  const router = { name: 'detour', description: '' }
  await call(page.context(), 'POST', `/v1/vpc-routers?project=${project}&vpc=default`, router)
  await makeInstance(page, { project, name: 'web' })
  await page.goto(`/projects/${project}/vpcs/default/subnets`)
  await expect(row(page, 'default')).toContainText('1 used, 1,017 free')
  // the preview has no requests to intercept
  if (host === 'server') {
    await page.route('**/network-interfaces?*', (route) =>
      route.fulfill({ status: 500, json: { message: 'out of order', request_id: 'r-1', error_code: 'Internal' } }),
    )
    await page.reload()
    await expect(row(page, 'default')).toContainText('Unavailable')
    await page.unroute('**/network-interfaces?*')
    await page.reload()
    await expect(row(page, 'default')).toContainText('1 used, 1,017 free')
  }
  await page.keyboard.press('c')
  await page.getByLabel('Name').fill('lab')
  const block = page.getByLabel('IPv4 block')
  const create = page.getByRole('button', { name: 'Create subnet' })
  for (const [text, problem] of [
    ['10.0.0.0', 'Must contain an IP address and a width, separated by a /'],
    ['8.8.8.0/24', 'Must be in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
    ['10.0.0.0/27', 'Width must be between 8 and 26'],
    ['172.30.1.0/24', 'Overlaps with 172.30.0.0/22'],
  ] as const) {
    await block.fill(text)
    await create.click()
    await expect(page.getByText(problem)).toBeVisible()
  }
  await block.fill('10.5.0.0/26')
  await select(page, 'Custom router', 'detour')
  await expectAccessible(page)
  await create.click()
  await expect(page.getByText('Subnet lab created')).toBeVisible()
  await expect(row(page, 'lab')).toContainText('0 used, 58 free')
  await expect(row(page, 'lab').getByRole('link', { name: 'detour' })).toBeVisible()
  await expectAccessible(page)

  // its interfaces link to their instances, and back
  await row(page, 'default').getByRole('link', { name: 'default' }).click()
  const interfaces = page.getByRole('table', { name: 'Network interfaces' })
  await expect(interfaces).toContainText('172.30.0.5')
  await expectAccessible(page)
  await interfaces.getByRole('link', { name: 'web' }).click()
  await expect(page).toHaveURL(`/projects/${project}/instances/web/networking`)
  const nics = page.getByRole('table', { name: 'Network interfaces' })
  // links to the VPC and, once loaded, to the subnet
  await expect(nics.getByRole('link', { name: 'default' })).toHaveCount(2)
  await nics.getByRole('link', { name: 'default' }).last().click()
  await expect(page).toHaveURL(`/projects/${project}/vpcs/default/subnets/default/edit`)
  // the address changes before the form opens, and Escape would be lost
  const form = page.getByRole('dialog', { name: 'Edit subnet' })
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)

  await choose(page, 'lab', 'Edit')
  await expect(selected(page, 'Custom router')).toHaveText('detour')
  await select(page, 'Custom router', 'None')
  await page.getByLabel('Name').fill('bench')
  await page.getByRole('button', { name: 'Update subnet' }).click()
  await expect(page.getByText('Subnet bench updated')).toBeVisible()
  await expect(row(page, 'bench').getByRole('link', { name: 'detour' })).toHaveCount(0)

  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await openMenu(page, 'default')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Delete' }).hover()
  await expect(page.getByText('The subnet has network interfaces. Delete them first.')).toBeVisible()
  await page.keyboard.press('Escape')
  await choose(page, 'bench', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete subnet' }).click()
  await expect(page.getByText('Subnet bench deleted')).toBeVisible()
  await expect(row(page, 'bench')).toHaveCount(0)
})
