// Internet gateways: created, given a pool and an address, and deleted with the routes that lead to them.
import { call } from '../helpers/api.ts'
import { expectAccessible } from '../helpers/axe.ts'
import { expect, PHONE, test } from '../helpers/harness.ts'
import { choose, makeProject, overflow, row, select } from '../helpers/table.ts'

test('a gateway from creation to deletion', { tag: '@core' }, async ({ page, unique, watch }) => {
  watch.expectStatus(404)
  const project = unique('out')
  await makeProject(page, project)
  await page.goto(`/projects/${project}/vpcs/default/internet-gateways`)
  await expect(row(page, 'default').getByRole('link', { name: '2 routes to default' })).toBeVisible()
  await page.getByRole('button', { name: 'New internet gateway' }).click()
  await page.getByLabel('Name').fill('exit')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Create internet gateway' }).click()
  await expect(page.getByText('Internet gateway exit created')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'exit' })).toBeVisible()
  for (const empty of ['No IP pools', 'No IP addresses', 'No routes'])
    await expect(page.getByText(empty, { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Attach IP pool' }).click()
  const pool = page.getByRole('dialog', { name: 'Attach IP pool' })
  await pool.getByLabel('Name').fill('main')
  await pool.getByRole('button', { name: 'Attach IP pool' }).click()
  await expect(pool.getByText('IP pool is required')).toBeVisible()
  await select(page, 'IP pool', /default/)
  await pool.getByRole('button', { name: 'Attach IP pool' }).click()
  await expect(page.getByText('IP pool main attached')).toBeVisible()
  await expect(page.getByRole('table', { name: 'IP pools' })).toContainText('main')

  await page.getByRole('button', { name: 'Attach IP address' }).click()
  const address = page.getByRole('dialog', { name: 'Attach IP address' })
  await address.getByLabel('Name').fill('known')
  await address.getByRole('textbox', { name: 'IP address' }).fill('203.0.113')
  await address.getByRole('button', { name: 'Attach IP address' }).click()
  await expect(address.getByText('Not a valid IP address')).toBeVisible()
  await address.getByRole('textbox', { name: 'IP address' }).fill('203.0.113.9')
  await address.getByRole('button', { name: 'Attach IP address' }).click()
  await expect(page.getByText('IP address 203.0.113.9 attached')).toBeVisible()
  const more = page.getByRole('button', { name: 'Attach IP address' })
  await expect(more).toHaveAttribute('aria-disabled', 'true')
  await more.hover()
  await expect(page.getByText('A gateway can have one IP address')).toBeVisible()

  // a new route to it appears without a reload
  const at = `project=${project}&vpc=default`
  await call(page.context(), 'POST', `/v1/vpc-routers?${at}`, { name: 'detour', description: '' })
  await call(page.context(), 'POST', `/v1/vpc-router-routes?${at}&router=detour`, {
    name: 'abroad',
    description: '',
    destination: { type: 'ip_net', value: '198.51.100.0/24' },
    target: { type: 'internet_gateway', value: 'exit' },
  })
  const routes = page.getByRole('table', { name: 'Routes to this gateway' })
  await expect(routes.getByRole('link', { name: 'abroad' })).toBeVisible()
  await expect(routes.getByRole('link', { name: 'detour' })).toBeVisible()
  await expectAccessible(page)

  await choose(page, 'known', 'Detach')
  await page.getByRole('dialog').getByRole('button', { name: 'Detach IP address' }).click()
  await expect(page.getByText('IP address 203.0.113.9 detached')).toBeVisible()
  await choose(page, 'main', 'Detach')
  await page.getByRole('dialog').getByRole('button', { name: 'Detach IP pool' }).click()
  await expect(page.getByText('IP pool main detached')).toBeVisible()

  await page.setViewportSize(PHONE)
  expect(await overflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Gateway actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete internet gateway' })).toContainText(
    'Routes to the gateway are deleted too. Default routes cannot be created again.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Delete internet gateway' }).click()
  await expect(page.getByText('Internet gateway exit deleted')).toBeVisible()
  await expect(row(page, 'exit')).toHaveCount(0)
  await page.goto(`/projects/${project}/vpcs/default/routers/detour`)
  await expect(page.getByText('No routes')).toBeVisible()
  await page.goto(`/projects/${project}/vpcs/default/internet-gateways/exit`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
